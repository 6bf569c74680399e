// Discrete Fourier transforms along one dimension, made of other ops. All are scaled: an inverse has its 1 / n.
#pragma once

#include "ops/expansion.h"

namespace hlo2cpp {

// Size of the half spectrum of n real numbers; conjugate symmetry gives the other half.
inline std::int64_t spectrum_size(std::int64_t n) {
    return n == 0 ? 0 : n / 2 + 1;
}

// Transform of complex numbers along any dimension.
InstructionId fourier(Expansion& e, InstructionId x, std::size_t dimension, bool inverse);
// Transforms along the last dimension: [..., n] real numbers become [..., n / 2 + 1] complex ones, and back.
InstructionId fourier_from_real(Expansion& e, InstructionId x);
InstructionId fourier_to_real(Expansion& e, InstructionId x, std::int64_t n);

} // namespace hlo2cpp
