// Discrete Fourier transforms along one dimension, made of other ops. All are scaled: an inverse has its 1 / n.
#pragma once

#include "ops/expansion.h"

namespace hlo2cpp {

// How many numbers the transform of n real numbers is: the others mirror them.
inline std::int64_t spectrum_size(std::int64_t n) {
    return n == 0 ? 0 : n / 2 + 1;
}

// Of complex numbers, along any dimension.
InstructionId fourier(Expansion& e, InstructionId x, std::size_t dimension, bool inverse);
// Along the last dimension: [..., n] real numbers become [..., n / 2 + 1] complex ones, and back.
InstructionId fourier_from_real(Expansion& e, InstructionId x);
InstructionId fourier_to_real(Expansion& e, InstructionId x, std::int64_t n);

} // namespace hlo2cpp
