// Forms of general square matrices that are similar to them, by which their eigenvalues are found.
#pragma once

#include "linalg/library_call.h"

namespace hlo2cpp {

// Column k of `a` becomes that of a matrix that is zero below its subdiagonal and, below that, a reflector: for k from
// `low` to before high - 1.
void reduce_to_hessenberg(LoopCode& code, Variable a, Variable tau, std::int64_t low, std::int64_t high);

// a = q t q^H with a unitary q and a triangular t. On the diagonal of a real t are blocks (x y; z x) with y z < 0, too,
// one for each pair of complex eigenvalues.
struct SchurForm {
    Variable t;
    std::optional<Variable> q; // where vectors are wanted
};
// Takes the place of `a`. info becomes the number of a row that did not converge, from 1.
SchurForm schur_form(LoopCode& code, Variable a, bool vectors, Variable info);

// The imaginary part of the eigenvalue in row i of a real t: that above its other one is positive.
Scalar imaginary_eigenvalue(LoopCode& code, Variable t, Variable i);

// Divides the matrix by its largest part where that is far from 1, as squares and smallest divisors need it. What
// it was divided by; info becomes 1 of a matrix with NaN or infinities.
Variable bring_into_range(LoopCode& code, Variable matrix, Variable info);

} // namespace hlo2cpp
