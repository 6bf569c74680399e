// How well the results of a decomposition fit its matrix.
#pragma once

#include <string>
#include <vector>

#include "ir/literal.h"

namespace residuals {

// A measure of one matrix: 0 where the results are exact. NaN where they hold one.
struct Residual {
    std::string formula;
    double value = 0;
};

// Of each matrix of `matrices`, f32[matrices, n, n]. `decomposition`: cholesky, lu, solve (of ones), qr, eigh, svd,
// eig; `results`: as JAX orders them, for all matrices. Computed in f64; norms are Frobenius's; of a matrix of zeros,
// without the division by its norm.
std::vector<std::vector<Residual>> residuals_of(const std::string& decomposition, const hlo2cpp::Literal& matrices,
                                                const std::vector<hlo2cpp::Literal>& results);

} // namespace residuals
