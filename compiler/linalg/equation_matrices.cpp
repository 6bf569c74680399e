#include "linalg/equation_matrices.h"

namespace hlo2cpp {

ComplexMatrix matrix_of(const Tensor& tensor) {
    const std::vector<std::int64_t>& dims = tensor.shape.dims;
    ComplexMatrix matrix(dims.empty() ? 1 : dims[0], dims.size() < 2 ? 1 : dims[1]);
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        Complex& to = matrix(i / matrix.cols(), i % matrix.cols());
        if (is_complex(tensor.shape.type))
            to = tensor.complexes()(i);
        else if (is_float(tensor.shape.type))
            to = tensor.reals()(i);
        else
            to = static_cast<double>(tensor.integers()(i));
    }
    return matrix;
}

ComplexMatrix identity(Eigen::Index n) {
    return ComplexMatrix::Identity(n, n);
}

ComplexMatrix hermitian(const ComplexMatrix& a, bool lower) {
    ComplexMatrix whole = a;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
        whole(i, i) = a(i, i).real();
        for (Eigen::Index j = 0; j < i; ++j) {
            if (lower)
                whole(j, i) = std::conj(a(i, j));
            else
                whole(i, j) = std::conj(a(j, i));
        }
    }
    return whole;
}

double beside(const ComplexMatrix& difference, const ComplexMatrix& whole) {
    const double norm = whole.norm();
    return norm == 0 ? difference.norm() : difference.norm() / norm;
}

double not_orthogonal(const ComplexMatrix& q) {
    return (q.adjoint() * q - identity(q.cols())).norm();
}

Equation converged(const std::optional<Tensor>& info) {
    return {"info is 0", broken_unless(!info || info->integers()(0) == 0)};
}

bool is_falling(const ComplexMatrix& values, double slack) {
    for (Eigen::Index i = 1; i < values.rows(); ++i)
        if (values(i).real() > values(i - 1).real() * (1 + slack)) return false;
    return values.rows() == 0 || values(values.rows() - 1).real() >= 0;
}

} // namespace hlo2cpp
