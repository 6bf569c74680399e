// Which parameters live in the context from call to call: what --state says, and what it means in a module.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/npy.h"
#include "fuse/fuse.h"
#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// NAME[=RESULT][=FILE.npy]
struct StateRequest {
    std::string name; // of a parameter, or of several: "s" is also "s['x']" and "s.y"
    std::optional<std::int64_t>
        result;                      // number of the result leaf that is the next value; else the one that is aliased
    std::string file;                // of the initial value; empty: zeros
    std::optional<NpyArray> initial; // its contents
    LiteralPtr value = nullptr;      // the initial value, where the model says it
};

// Throws InputError where the text is none. Files are not read.
StateRequest parse_state(const std::string& text);

// Finds the parameters in a verified module, and the results that are written into them: those that they alias, or that
// requests name. A parameter goes by its name in the module, by the one that its metadata has, or by either as an
// identifier.
std::vector<StateArray> resolve_state(const Module& module, const std::vector<StateRequest>& requests,
                                      Diagnostics& diagnostics);

// What random numbers are drawn from, of a module that add_random_state changed: it starts as XLA:CPU does where the
// seed is 0, and streams of other seeds have nothing in common with that or each other.
StateArray random_state(const Module& module, std::uint64_t seed);

} // namespace hlo2cpp
