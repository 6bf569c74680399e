// Tensors are Eigen's matrices here: f64 or complex128, whatever the type, rounded where they go back.
#include "evaluate/linear_algebra.h"

#include <complex>

#include <Eigen/Dense>

#include "linalg/checks.h"

namespace hlo2cpp {
namespace {

template <typename Number>
using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <typename Number>
Matrix<Number> matrix_of(const Tensor& tensor) {
    const std::vector<std::int64_t>& dims = tensor.shape.dims;
    Matrix<Number> matrix(dims.empty() ? 1 : dims[0], dims.size() < 2 ? 1 : dims[1]);
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        if constexpr (std::is_same_v<Number, double>)
            matrix.data()[i] = tensor.reals()(i);
        else
            matrix.data()[i] = tensor.complexes()(i);
    }
    return matrix;
}

template <typename Derived>
Tensor tensor_of(ElementType type, std::vector<std::int64_t> dims, const Eigen::MatrixBase<Derived>& values) {
    Tensor tensor(Shape::array(type, std::move(dims)));
    const Matrix<typename Derived::Scalar> matrix = values;
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        if constexpr (Eigen::NumTraits<typename Derived::Scalar>::IsComplex)
            tensor.complexes()(i) = round_to(type, matrix.data()[i]);
        else if (is_complex(type))
            tensor.complexes()(i) = round_to(type, std::complex<double>(matrix.data()[i]));
        else
            tensor.reals()(i) = round_to(type, matrix.data()[i]);
    }
    return tensor;
}

Tensor integers_of(std::vector<std::int64_t> dims, const std::vector<std::int64_t>& values) {
    Tensor tensor(Shape::array(ElementType::S32, std::move(dims)));
    for (std::size_t i = 0; i < values.size(); ++i) tensor.integers()(static_cast<Eigen::Index>(i)) = values[i];
    return tensor;
}

// Calls run(double()) or run(std::complex<double>()), by the type.
template <typename Run>
auto with_number(ElementType type, Run&& run) {
    return is_complex(type) ? run(std::complex<double>()) : run(double());
}

template <typename Number, int Mode>
Matrix<Number> solved(const Matrix<Number>& a, const Matrix<Number>& b) {
    return a.template triangularView<Mode>().solve(b);
}

template <typename Number>
Matrix<Number> tridiagonal_of(const std::vector<Tensor>& arrays) {
    const Matrix<Number> dl = matrix_of<Number>(arrays[0]), d = matrix_of<Number>(arrays[1]),
                         du = matrix_of<Number>(arrays[2]);
    const Eigen::Index n = d.size();
    Matrix<Number> a = Matrix<Number>::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        a(i, i) = d(i);
        if (i > 0) a(i, i - 1) = dl(i);
        if (i + 1 < n) a(i, i + 1) = du(i);
    }
    return a;
}

// The product of all reflectors.
template <typename Number>
Matrix<Number> q_of(const Tensor& reflectors, const Tensor& tau) {
    const Matrix<Number> a = matrix_of<Number>(reflectors), factors = matrix_of<Number>(tau);
    Matrix<Number> q = Matrix<Number>::Identity(a.rows(), a.rows());
    for (Eigen::Index k = 0; k < factors.rows(); ++k) {
        Matrix<Number> v = Matrix<Number>::Zero(a.rows(), 1);
        v(k) = Number(1);
        v.col(0).tail(a.rows() - k - 1) = a.col(k).tail(a.rows() - k - 1);
        q -= (factors(k) * (q * v) * v.adjoint()).eval();
    }
    return q;
}

} // namespace

std::vector<Tensor> evaluate_cholesky(const LinalgOptions& options, const std::vector<Tensor>& arrays) {
    const Shape& shape = arrays[0].shape;
    return with_number(shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        Matrix<Number> a = matrix_of<Number>(arrays[0]);
        std::int64_t info = 0;
        const auto exists = [](const auto& factor) { // false for a NaN, which a pivot may have become
            return factor.info() == Eigen::Success && !factor.matrixLLT().diagonal().hasNaN();
        };
        for (Eigen::Index n = 1; n <= a.rows() && info == 0; ++n) { // the first leading minor without a factor
            const Matrix<Number> minor = a.topLeftCorner(n, n);
            const bool found = options.lower ? exists(Eigen::LLT<Matrix<Number>, Eigen::Lower>(minor))
                                             : exists(Eigen::LLT<Matrix<Number>, Eigen::Upper>(minor));
            if (!found) info = n;
        }
        if (info == 0 && options.lower)
            a.template triangularView<Eigen::Lower>() =
                Eigen::LLT<Matrix<Number>, Eigen::Lower>(a).matrixL().toDenseMatrix();
        else if (info == 0)
            a.template triangularView<Eigen::Upper>() =
                Eigen::LLT<Matrix<Number>, Eigen::Upper>(a).matrixU().toDenseMatrix();
        return {tensor_of(shape.type, shape.dims, a), integers_of({}, {info})};
    });
}

std::vector<Tensor> evaluate_triangular(const LinalgOptions& o, const std::vector<Tensor>& arrays) {
    return with_number(arrays[1].shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        Matrix<Number> a = matrix_of<Number>(arrays[0]), b = matrix_of<Number>(arrays[1]);
        bool lower = o.lower;
        if (o.conjugate) a = a.conjugate().eval();
        if (o.transpose != !o.left) { // x a = b is a^T x^T = b^T
            a.transposeInPlace();
            lower = !lower;
        }
        if (!o.left) b.transposeInPlace();
        Matrix<Number> x =
            lower ? o.unit_diagonal ? solved<Number, Eigen::UnitLower>(a, b) : solved<Number, Eigen::Lower>(a, b)
            : o.unit_diagonal ? solved<Number, Eigen::UnitUpper>(a, b)
                              : solved<Number, Eigen::Upper>(a, b);
        if (!o.left) x.transposeInPlace();
        return {tensor_of(arrays[1].shape.type, arrays[1].shape.dims, x)};
    });
}

std::vector<Tensor> evaluate_perturbed(const LinalgOptions&, const std::vector<Tensor>& arrays) {
    const Shape& shape = arrays[3].shape;
    return with_number(shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        const auto lu = tridiagonal_of<Number>(arrays).partialPivLu();
        Matrix<Number> factors = lu.matrixLU();
        const Matrix<Number> upper = factors.template triangularView<Eigen::Upper>();
        const double least = 2 * rounding_unit(shape.type) * (upper.size() > 0 ? upper.cwiseAbs().maxCoeff() : 0);
        for (Eigen::Index i = 0; i < factors.rows(); ++i)
            if (factors(i, i) == Number(0)) factors(i, i) = least;
        Matrix<Number> x = lu.permutationP() * matrix_of<Number>(arrays[3]);
        factors.template triangularView<Eigen::UnitLower>().solveInPlace(x);
        factors.template triangularView<Eigen::Upper>().solveInPlace(x);
        return {tensor_of(shape.type, shape.dims, x)};
    });
}

std::vector<Tensor> evaluate_tridiagonal(const LinalgOptions&, const std::vector<Tensor>& arrays) {
    return with_number(arrays[0].shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        const Matrix<Number> a = tridiagonal_of<Number>(arrays);
        const Eigen::Index n = a.rows();
        const Matrix<Number> x = a.partialPivLu().solve(matrix_of<Number>(arrays[3]));
        const std::int64_t info = n > 0 && !(a.partialPivLu().matrixLU().diagonal().cwiseAbs().minCoeff() > 0) ? n : 0;
        return {arrays[0], arrays[1], arrays[2], tensor_of(arrays[3].shape.type, arrays[3].shape.dims, x),
                integers_of({}, {info})};
    });
}

std::vector<Tensor> evaluate_orthogonal(const LinalgOptions&, const std::vector<Tensor>& arrays) {
    const Shape& shape = arrays[0].shape;
    return with_number(shape.type, [&](auto number) -> std::vector<Tensor> {
        const auto q = q_of<decltype(number)>(arrays[0], arrays[1]);
        return {tensor_of(shape.type, shape.dims, q.leftCols(columns(shape)))};
    });
}

std::vector<Tensor> evaluate_orthogonal_product(const LinalgOptions& options, const std::vector<Tensor>& arrays) {
    const Shape& shape = arrays[2].shape;
    return with_number(shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        Matrix<Number> q = q_of<Number>(arrays[0], arrays[1]);
        if (options.transpose) q = q.adjoint().eval();
        const Matrix<Number> m = matrix_of<Number>(arrays[2]);
        const Matrix<Number> product = options.left ? Matrix<Number>(q * m) : Matrix<Number>(m * q);
        return {tensor_of(shape.type, shape.dims, product)};
    });
}

} // namespace hlo2cpp
