// Layout of an array: the places of its elements in memory.
//
// The module's arrays are row-major. Here the dimensions of one may lie in another order, and the rows of its last two
// may follow each other with a pitch, longer than a row. For f32[1,10,16,15] in the order 0, 1, 2, 3 with pitch 17:
//
//     element [b, f, y, x] lies at (b * 10 + f) * 16 * 17 + y * 17 + x
//
// Elements between the rows are undefined.
#pragma once

#include <span>

#include "kernel/index.h"

namespace hlo2cpp {

struct ArrayLayout {
    std::vector<std::int64_t> order; // dimensions, the outermost first
    std::int64_t pitch = 0;          // elements from row to row; 0: rows follow each other without gaps
    friend auto operator<=>(const ArrayLayout&, const ArrayLayout&) = default;
};

// An array of the module that lies in another way.
struct MovedArray {
    std::vector<std::int64_t> dims; // in the module
    ArrayLayout layout;
};

ArrayLayout row_major(std::size_t rank);
bool is_row_major(const ArrayLayout& layout);

// Dimensions in memory of an array with these dimensions: with a pitch, the last two are one.
std::vector<std::int64_t> dims_in_memory(const std::vector<std::int64_t>& dims, const ArrayLayout& layout);
// Subscripts in memory of an element.
Subscripts place_in_memory(const Subscripts& element, const ArrayLayout& layout);

// Copies the module's elements to their places in memory, or back; an element takes `size` bytes.
void scatter_elements(std::span<const std::byte> elements, const MovedArray& array, std::int64_t size,
                      std::span<std::byte> memory);
void gather_elements(std::span<const std::byte> memory, const MovedArray& array, std::int64_t size,
                     std::span<std::byte> elements);

} // namespace hlo2cpp
