// NumPy's .npy files: how `run` takes arguments and gives results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/literal.h"

namespace hlo2cpp {

// An array as the file holds it, in row-major order and little-endian.
struct NpyArray {
    char kind = 'f'; // of the dtype: b, i, u, f, c, or V for bits of a type that NumPy does not know
    std::int64_t item_bytes = 4;
    std::vector<std::int64_t> dims;
    std::vector<std::byte> bytes;
};

// Reads formats 1.0, 2.0 and 3.0 in either byte and element order. Throws InputError that begins with `what`.
NpyArray parse_npy(std::string_view file, const std::string& what);

// The array as an argument of this shape. Types that NumPy lacks come as their bits, of sub-byte types only the low
// ones count. Throws InputError that begins with `what` where type or sizes differ.
Literal to_literal(const NpyArray& array, const Shape& shape, const std::string& what);

// The whole .npy file, format 1.0.
std::string to_npy(const Literal& literal);

// "float32", or "uint16 (the bits of bf16)": which dtype travels for this type.
std::string numpy_type(ElementType type);

} // namespace hlo2cpp
