// Reflectors h = 1 - tau v v^H, where v is 1 at its first element.
#pragma once

#include "linalg/loop_code.h"

namespace hlo2cpp {

// Elements of a vector inside a matrix: `at` of it, for an index.
struct VectorIn {
    std::function<Scalar(LoopCode& code, LoopIndex index)> at;
    std::function<void(LoopCode& code, LoopIndex index, Scalar value)> put;
};

VectorIn column_of(Variable matrix, Variable column);
VectorIn adjoint_of_row(Variable matrix, Variable row);

// The reflector whose h^H makes (alpha, x) into (beta, 0), with beta real. x are the elements from `begin` to before
// `end`; v without its 1 takes their place.
struct Reflector {
    Variable beta, tau;
};
Reflector make_reflector(LoopCode& code, ElementType type, Scalar alpha, LoopIndex begin, LoopIndex end,
                         const VectorIn& x);
// The Euclidean norm, without overflow on the way.
Variable norm_of(LoopCode& code, ElementType type, LoopIndex begin, LoopIndex end, const VectorIn& x);

// y := y - factor v (v^H y), where v is 1 at `first` and `v` at the places behind it.
void reflect(LoopCode& code, Scalar factor, LoopIndex first, LoopIndex end, const VectorIn& v, const VectorIn& y);

// Columns from `first_column` on of `a`, rows from `first` to before `end`: a := a - factor v (v^H a), row by row. `w`
// holds a number for each column.
struct Rows {
    LoopIndex first, end;
};
void reflect_columns(LoopCode& code, Scalar factor, const Rows& rows, const VectorIn& v, Variable a,
                     LoopIndex first_column, Variable w);

// a := h^H a h, as far as `a` is not known to stay or to become something: the columns from `first_column` on, then the
// rows before `end_row`.
void transform(LoopCode& code, Scalar tau, LoopIndex first, LoopIndex end, const VectorIn& v, Variable a,
               LoopIndex first_column, LoopIndex end_row);
// q := q h
void multiply_by_reflector(LoopCode& code, Scalar tau, LoopIndex first, LoopIndex end, const VectorIn& v, Variable q,
                           LoopIndex end_row);

// Column k of `a` becomes that of r and, below it, a reflector, which the columns behind it are reflected by. `w` holds
// a number for each column.
void eliminate_column(LoopCode& code, Variable a, Variable tau, Variable k, Variable w);
// Sets `a` (m by n) to r above and reflectors below the diagonal, `tau` to their factors.
void factor_qr(LoopCode& code, Variable a, Variable tau);
// Multiplies `q` from the left by the product of the reflectors in the columns of `a`, of which there are as many as in
// `tau`; number k begins in row k + `below`. Of a `q` that is the identity only what they reach is touched.
enum class Reached : std::uint8_t { Part, AllColumns };
void multiply_by_reflectors(LoopCode& code, Variable a, Variable tau, std::int64_t below, Variable q, Reached reached);

} // namespace hlo2cpp
