// Indices (scalars of s64) in loops of ops whose computation is no scalar expression.
#pragma once

#include "ops/expansion.h"

namespace hlo2cpp {

InstructionId number(Expansion& at, std::int64_t value);
std::int64_t product(const std::vector<std::int64_t>& dims);
// The multi-index of element `linear` of an array of these sizes, and the linear index of a multi-index.
Expansion::Values parts_of(Expansion& at, InstructionId linear, const std::vector<std::int64_t>& dims);
InstructionId linear_of(Expansion& at, const Expansion::Values& index, const std::vector<std::int64_t>& dims);
// `a` <= index < `b`, as a pred.
InstructionId is_between(Expansion& at, InstructionId index, std::int64_t a, std::int64_t b);

// The element of an array of sizes `dims` that a window (window.h) at a place sees at one of its points, if `holds`.
struct SeenElement {
    InstructionId holds;
    Expansion::Values index;
};
SeenElement seen_element(Expansion& at, const Window& window, const std::vector<std::int64_t>& dims,
                         const Expansion::Values& place, const Expansion::Values& point);

} // namespace hlo2cpp
