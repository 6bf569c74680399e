// Arrays whose borders are known: what a pad of a constant gives, or a concatenation with equal elements, and what
// elementwise ops, transposes and reshapes make of that. Each is the pad of a core, which is computed as the array is,
// only without its borders:
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
    std::optional<std::size_t> operand; // that is the core; none: each operand with borders has a core
};

// One an instruction of the computation; nothing where it has no such borders.
std::vector<std::optional<Padded>> padded_values(const Module& module, const Computation& computation);

} // namespace hlo2cpp
