// Tensors as Eigen's matrices, for the evaluator: f64 or complex128, whatever the type, rounded where it goes back.
#pragma once

#include <complex>

#include <Eigen/Dense>

#include "evaluate/tensor.h"

namespace hlo2cpp {

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

inline Tensor integers_of(std::vector<std::int64_t> dims, const std::vector<std::int64_t>& values) {
    Tensor tensor(Shape::array(ElementType::S32, std::move(dims)));
    for (std::size_t i = 0; i < values.size(); ++i) tensor.integers()(static_cast<Eigen::Index>(i)) = values[i];
    return tensor;
}

// run(double()) or run(std::complex<double>()), by the type.
template <typename Run>
auto with_number(ElementType type, Run&& run) {
    return is_complex(type) ? run(std::complex<double>()) : run(double());
}

} // namespace hlo2cpp
