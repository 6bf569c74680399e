// Reflectors h = 1 - tau v v^H, where v is 1 at its first element.
#pragma once

#include "linalg/loop_code.h"

namespace hlo2cpp {

// Elements of a vector inside a matrix: `at` gives the place of an index.
struct VectorIn {
    std::function<Scalar(LoopCode& code, LoopIndex index)> at;
    std::function<void(LoopCode& code, LoopIndex index, Scalar value)> put;
};

VectorIn column_of(Variable matrix, Variable column);
VectorIn adjoint_of_row(Variable matrix, Variable row);

// The reflector with h^H (alpha, x) = (beta, 0) and a real beta. x are the elements from `begin` to before `end`; v
// without its leading 1 replaces them.
struct Reflector {
    Variable beta, tau;
};
Reflector make_reflector(LoopCode& code, ElementType type, Scalar alpha, LoopIndex begin, LoopIndex end,
                         const VectorIn& x);
// The Euclidean norm, without overflow on the way.
Variable norm_of(LoopCode& code, ElementType type, LoopIndex begin, LoopIndex end, const VectorIn& x);

// y := y - factor v (v^H y), with v 1 at `first` and `v` behind it.
void reflect(LoopCode& code, Scalar factor, LoopIndex first, LoopIndex end, const VectorIn& v, const VectorIn& y);

// a := a - factor v (v^H a), row by row, for columns from `first_column` and rows from `first` to before `end`. `w`
// holds a number per column.
struct Rows {
    LoopIndex first, end;
};
void reflect_columns(LoopCode& code, Scalar factor, const Rows& rows, const VectorIn& v, Variable a,
                     LoopIndex first_column, Variable w);

// a := h^H a h, first in the columns from `first_column` on, then in the rows before `end_row`; the caller knows all
// other elements.
void transform(LoopCode& code, Scalar tau, LoopIndex first, LoopIndex end, const VectorIn& v, Variable a,
               LoopIndex first_column, LoopIndex end_row);
// q := q h
void multiply_by_reflector(LoopCode& code, Scalar tau, LoopIndex first, LoopIndex end, const VectorIn& v, Variable q,
                           LoopIndex end_row);

// Eliminates column k of `a`: it becomes r's column with a reflector below, which is applied to the columns behind it.
// `w` holds a number per column.
void eliminate_column(LoopCode& code, Variable a, Variable tau, Variable k, Variable w);
// Sets `a` (m by n) to r above and reflectors below the diagonal, `tau` to their factors.
void factor_qr(LoopCode& code, Variable a, Variable tau);
// Multiplies `q` from the left by the product of the reflectors in the columns of `a`, one for each element of `tau`;
// reflector k begins in row k + `below`. With `Part` q is the identity, and only the part that reflectors reach is
// computed.
enum class Reached : std::uint8_t { Part, AllColumns };
void multiply_by_reflectors(LoopCode& code, Variable a, Variable tau, std::int64_t below, Variable q, Reached reached);

} // namespace hlo2cpp
