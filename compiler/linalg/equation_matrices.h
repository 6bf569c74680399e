// Matrices of decompositions, as the equations of linalg/equations.h compare them.
#pragma once

#include <complex>
#include <limits>
#include <optional>

#include <Eigen/Dense>

#include "linalg/equations.h"

namespace hlo2cpp {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd; // real ones, too: one kind of matrix is compiled

constexpr double kBroken = std::numeric_limits<double>::infinity();
inline double broken_unless(bool holds) {
    return holds ? 0 : kBroken;
}

// Makes a column of a vector.
ComplexMatrix matrix_of(const Tensor& tensor);
ComplexMatrix identity(Eigen::Index n);
// The Hermitian matrix whose lower (or upper) triangle is that of `a`.
ComplexMatrix hermitian(const ComplexMatrix& a, bool lower);

// The largest element of `a` divides all matrices that are proportional to `a`, so that squares stay in range.
class Scale {
public:
    explicit Scale(const ComplexMatrix& a) : largest_(a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff()) {}
    ComplexMatrix of(const ComplexMatrix& matrix) const {
        return largest_ == 0 ? matrix : ComplexMatrix(matrix / largest_);
    }
    ComplexMatrix of(const Tensor& tensor) const { return of(matrix_of(tensor)); }

private:
    double largest_;
};

// Norms: of the difference beside the whole, and of q^H q - 1.
double beside(const ComplexMatrix& difference, const ComplexMatrix& whole);
double not_orthogonal(const ComplexMatrix& q);
// Values that fall, each to `slack` more than the one before at most, and are not negative.
bool is_falling(const ComplexMatrix& values, double slack = 0);
// A function that may give up says so by its `info`.
Equation converged(const std::optional<Tensor>& info);

} // namespace hlo2cpp
