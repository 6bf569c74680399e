// Constants: the elements of an array in row-major order, as the generated code stores them in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "ir/shape.h"

namespace hlo2cpp {

// One element is byte_size(type) bytes, little-endian: pred 0 or 1; s2 and s4 sign-extended in an int8_t; u2 and u4 in
// a uint8_t; f4, f8, f16 and bf16 as their bits; complex as real part, then imaginary part.
struct Literal {
    Shape shape;                  // its layout is ignored: elements are in row-major logical order
    std::vector<std::byte> bytes; // shape.bytes() of them; empty for a tuple
    std::vector<Literal> tuple;   // the elements of a tuple

    template <typename T>
    T at(std::int64_t element) const {
        T value;
        std::memcpy(&value, bytes.data() + static_cast<std::size_t>(element) * sizeof(T), sizeof(T));
        return value;
    }
    template <typename T>
    void set(std::int64_t element, T value) {
        std::memcpy(bytes.data() + static_cast<std::size_t>(element) * sizeof(T), &value, sizeof(T));
    }

    static Literal zeros(const Shape& array_shape);
};

using LiteralPtr = std::shared_ptr<const Literal>;

} // namespace hlo2cpp
