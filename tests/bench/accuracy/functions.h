#pragma once

#include "runtime_lib/complex_type.h"

#include <cstddef>
#include <vector>

namespace accuracy {

// What is wide enough to tell how far a result is from the true one: f64 for f32, long double for f64. Complex
// functions are computed by libquadmath.
struct WideComplex {
    long double re;
    long double im;
};
template <class T>
struct Wider;
template <>
struct Wider<float> {
    using Type = double;
};
template <>
struct Wider<double> {
    using Type = long double;
};
template <>
struct Wider<c64> {
    using Type = WideComplex;
};
template <>
struct Wider<c128> {
    using Type = WideComplex;
};
template <class T>
using Wide = typename Wider<T>::Type;

// Both loops set out[i] = f(x[i], y[i]) for i in [0, count); a function of one argument does not look at y.
template <class T>
struct Function {
    const char* name;
    bool binary;
    // Of real functions, where most of the curve lies; parts of complex arguments are up to 2^high.
    double low;
    double high;
    void (*helper)(const T* x, const T* y, T* out, std::size_t count);
    void (*reference)(const T* x, const T* y, Wide<T>* out, std::size_t count);
};

// The functions of runtime_lib on a type, in one order: without contraction, and with fused multiply-adds.
template <class T>
std::vector<Function<T>> plain_functions();
template <class T>
std::vector<Function<T>> fused_functions();

} // namespace accuracy
