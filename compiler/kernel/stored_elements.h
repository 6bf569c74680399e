// Kernels on constants whose elements are stored as small integers.
//
//     w f32[256,64]     stored as s4, two a byte along dimension 1, with a scale for each [32,1]:
//
//     s8[256,32]        byte [i, j] holds w[i, j] in its low bits, and w[i, j + 32]
//     f32[8,64]         w[i, j] = integer * scale[i / 32, j]
//
// The elements of a byte are far from each other, so that those of neighbouring bytes are vectors.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// How the elements of an array are stored.
struct StoredElements {
    ElementType type = ElementType::F32;
    // Elements along each dimension that have a scale in common; empty: there are no scales.
    std::vector<std::int64_t> scale_blocks = {};
    // Halves along this dimension lie in the same bytes, or quarters. The type has fewer bits than a byte.
    std::optional<std::int64_t> packed_along = {};

    ElementType type_in_memory() const { return packed_along ? byte_type(type) : type; }
    // Dimensions in memory of an array that has these, and dimensions of its scales.
    std::vector<std::int64_t> dims_in_memory(std::vector<std::int64_t> dims) const;
    std::vector<std::int64_t> dims_of_scales(const std::vector<std::int64_t>& dims) const;
    friend auto operator<=>(const StoredElements&, const StoredElements&) = default;
};

// The kernel on arrays that are stored so: it unpacks and converts what it loads, and multiplies by the scales, which
// are arguments behind its own.
Kernel with_stored_elements(const Kernel& kernel, const std::map<ArgumentId, StoredElements>& stored);

} // namespace hlo2cpp
