// Functions of linear algebra with a unique answer, for the evaluator, by Eigen instead of the loops of linalg/. Arrays
// and results belong to the LinalgFunction of the same name, one matrix each.
#pragma once

#include <vector>

#include "evaluate/tensor.h"

namespace hlo2cpp {

struct LinalgOptions;

std::vector<Tensor> evaluate_cholesky(const LinalgOptions& options, const std::vector<Tensor>& arrays);    // potrf
std::vector<Tensor> evaluate_triangular(const LinalgOptions& options, const std::vector<Tensor>& arrays);  // trsm
std::vector<Tensor> evaluate_tridiagonal(const LinalgOptions& options, const std::vector<Tensor>& arrays); // gtsv
std::vector<Tensor> evaluate_perturbed(const LinalgOptions& options,
                                       const std::vector<Tensor>& arrays); // without a zero pivot
std::vector<Tensor> evaluate_orthogonal(const LinalgOptions& options, const std::vector<Tensor>& arrays); // orgqr
std::vector<Tensor> evaluate_orthogonal_product(const LinalgOptions& options,
                                                const std::vector<Tensor>& arrays); // ormqr

} // namespace hlo2cpp
