// Arrays whose borders are known: the result of a pad with a constant, or of a concatenation with equal elements, and
// the results of elementwise ops, transposes and reshapes on them. Each is the pad of a core, which is computed like
// the array, but without its borders:
//
//     maximum(pad(x, -1), 0) = pad(maximum(x, 0), 0)      subtract(pad(x, 3), 3) = pad(subtract(x, 3), 0)
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Padded {
    std::vector<std::int64_t> dims; // of the core, which has elements
    std::vector<PaddingDimension> padding;
    LiteralPtr value;                   // a scalar of the array's type
    std::optional<std::size_t> operand; // number of the core; none: each operand with borders has a core
};

// One an instruction of the computation; nothing if it has no such borders.
std::vector<std::optional<Padded>> padded_values(const Module& module, const Computation& computation);

} // namespace hlo2cpp
