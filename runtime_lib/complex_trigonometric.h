#pragma once

#include "complex_hyperbolic.h"

// sin x = -i sinh(i x).
// Worst error 2.3 ULP of the modulus (2 x 10^5 arguments).
static inline c64 sin_c64(c64 x) noexcept {
    c64 y = sinh_c64(c64{-x.im, x.re});
    return c64{y.im, -y.re};
}

// cos x = cosh(i x).
// Worst error 2.2 ULP of the modulus (2 x 10^5 arguments).
static inline c64 cos_c64(c64 x) noexcept {
    return cosh_c64(c64{-x.im, x.re});
}

// tan x = -i tanh(i x).
// Worst error 4.1 ULP of the modulus (2 x 10^5 arguments).
static inline c64 tan_c64(c64 x) noexcept {
    c64 y = tanh_c64(c64{-x.im, x.re});
    return c64{y.im, -y.re};
}

// sin x = -i sinh(i x).
// Worst error 2.3 ULP of the modulus (2 x 10^5 arguments).
static inline c128 sin_c128(c128 x) noexcept {
    c128 y = sinh_c128(c128{-x.im, x.re});
    return c128{y.im, -y.re};
}

// cos x = cosh(i x).
// Worst error 2.3 ULP of the modulus (2 x 10^5 arguments).
static inline c128 cos_c128(c128 x) noexcept {
    return cosh_c128(c128{-x.im, x.re});
}

// tan x = -i tanh(i x).
// Worst error 4.1 ULP of the modulus (2 x 10^5 arguments).
static inline c128 tan_c128(c128 x) noexcept {
    c128 y = tanh_c128(c128{-x.im, x.re});
    return c128{y.im, -y.re};
}
