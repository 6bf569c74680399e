// Reflectors h = 1 - tau v v^H, where v is 1 at its first element.
#pragma once

#include "linalg/code.h"

namespace hlo2cpp {

// Elements of a vector inside a matrix: `at` of it, for an index.
struct VectorIn {
    std::function<Scalar(Code& code, Place index)> at;
    std::function<void(Code& code, Place index, Scalar value)> put;
};

// The reflector whose h^H makes (alpha, x) into (beta, 0), with beta real. x are the elements from `begin` to before
// `end`; v without its 1 takes their place.
struct Reflector {
    Variable beta, tau;
};
Reflector make_reflector(Code& code, ElementType type, Scalar alpha, Place begin, Place end, const VectorIn& x);
// The Euclidean norm, without overflow on the way.
Variable norm_of(Code& code, ElementType type, Place begin, Place end, const VectorIn& x);

// y := y - factor v (v^H y), where v is 1 at `first` and `v` at the places behind it.
void reflect(Code& code, Scalar factor, Place first, Place end, const VectorIn& v, const VectorIn& y);

// Sets `a` (m by n) to r above and reflectors below the diagonal, `tau` to their factors.
void factor_qr(Code& code, Variable a, Variable tau);
// q of m by n: the first columns of the product of the reflectors in `a`, of which there are as many as in `tau`.
Variable product_of_reflectors(Code& code, Variable a, Variable tau, std::int64_t n);

} // namespace hlo2cpp
