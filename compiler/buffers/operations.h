// The operations of steps on elements: what a call of the generated code computes.
#pragma once

#include <cstdint>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Numbers of operations; sums and products of them stay at the largest number.
struct Operations {
    std::int64_t multiply_adds = 0; // of dots and convolutions
    std::int64_t others = 0;        // additions, comparisons, conversions, ...
    std::int64_t functions = 0;     // divisions, roots, exponentials, ...

    std::int64_t all() const;
    Operations operator*(std::int64_t runs) const;
    Operations& operator+=(const Operations& more);
    friend bool operator==(const Operations&, const Operations&) = default;
};

// Operations of a kernel but for multiply-adds, whose number a call knows. Each choice counts with both sides; loads,
// stores and moves are none.
Operations operations_of(const Kernel& kernel);

} // namespace hlo2cpp
