// Parameters that live in the context from call to call: the requests of --state, and their meaning in a module.
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

// Throws InputError if the text is no request. Files are not read.
StateRequest parse_state(const std::string& text);

// Finds the parameters in a verified module, and the results that are written into them: those that they alias, or that
// requests name. A parameter goes by its name in the module, by the one that its metadata has, or by either as an
// identifier.
std::vector<StateArray> resolve_state(const Module& module, const std::vector<StateRequest>& requests,
                                      Diagnostics& diagnostics);

// State of the random numbers of a module that add_random_state changed. With seed 0 it starts as XLA:CPU does; the
// streams of any two seeds have nothing in common.
StateArray random_state(const Module& module, std::uint64_t seed);

} // namespace hlo2cpp
