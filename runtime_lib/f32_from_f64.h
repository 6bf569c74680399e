#pragma once

// The nearest number of f32. Where GCC 12 makes vectors of several conversions, it drops those that are converted back
// to f64 at once; behind an empty instruction it does not see the pair.
static inline float f32_from_f64(double x) noexcept {
    float nearest = static_cast<float>(x);
#if defined(__GNUC__) && !defined(__clang__) && defined(__SSE2__)
    __asm("" : "+x"(nearest));
#elif defined(__GNUC__) && !defined(__clang__) && defined(__aarch64__)
    __asm("" : "+w"(nearest));
#endif
    return nearest;
}
