// Equations define the results of a decomposition, and are computed from them and the matrix by products alone: signs,
// phases and the basis of equal eigenvalues may be any, the equations must hold.
#pragma once

#include "linalg/library_call.h"

namespace hlo2cpp {

// `error` says how far an equation is from holding, beside the norm of its matrix (for orthogonality: beside 1). It is
// 0 where the equation holds exactly, and infinite where one does not hold that rounding cannot touch.
struct Equation {
    const char* text; // "A V = V diag(w)"
    double error = 0;
};

// One matrix without NaN and infinities, and what a call gave for it: XLA's own functions, for one, have no `info`.
struct Decomposed {
    const LinalgOptions& options;
    const std::vector<Tensor>& arrays;
    const std::vector<std::optional<Tensor>>& results; // by their numbers in LinalgFunction::results
};

std::vector<Equation> lu_equations(const Decomposed& of);
std::vector<Equation> lu_permutation_equations(const Decomposed& of);
std::vector<Equation> qr_equations(const Decomposed& of);
std::vector<Equation> pivoting_equations(const Decomposed& of);
std::vector<Equation> tridiagonal_equations(const Decomposed& of);
std::vector<Equation> hessenberg_equations(const Decomposed& of);
std::vector<Equation> eigh_equations(const Decomposed& of);
std::vector<Equation> svd_equations(const Decomposed& of);
std::vector<Equation> schur_equations(const Decomposed& of);
std::vector<Equation> eig_equations(const Decomposed& of);

} // namespace hlo2cpp
