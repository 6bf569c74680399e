// Hessenberg and Schur forms of general square matrices, similar matrices for the computation of eigenvalues.
#pragma once

#include "linalg/library_call.h"

namespace hlo2cpp {

// Reduces column k of `a` to Hessenberg form, with a reflector below its subdiagonal, for k from `low` to before high -
// 1.
void reduce_to_hessenberg(LoopCode& code, Variable a, Variable tau, std::int64_t low, std::int64_t high);

// a = q t q^H with a unitary q and a triangular t. A real t also has blocks (x y; z x) with y z < 0 on its diagonal,
// one for each pair of complex eigenvalues.
struct SchurForm {
    Variable t;
    std::optional<Variable> q; // if vectors are wanted
};
// Replaces `a`. info becomes the number of a row that did not converge, from 1.
SchurForm schur_form(LoopCode& code, Variable a, bool vectors, Variable info);

// Imaginary part of the eigenvalue in row i of a real t; the upper one of a pair is positive.
Scalar imaginary_eigenvalue(LoopCode& code, Variable t, Variable i);

// Divides the matrix by its largest part if it is far from 1, so that squares and smallest divisors are in range.
// Returns the divisor; info becomes 1 for a matrix with NaN or infinities.
Variable bring_into_range(LoopCode& code, Variable matrix, Variable info);

} // namespace hlo2cpp
