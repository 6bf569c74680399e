#include "linear_algebra/residuals.h"

#include <Eigen/Dense>
#include <complex>
#include <functional>
#include <map>

namespace residuals {
namespace {

using Matrix = Eigen::MatrixXcd;
using hlo2cpp::ElementType;
using hlo2cpp::Literal;

// Matrix number `number`, or a vector as a column.
Matrix matrix_of(const Literal& literal, std::int64_t number) {
    const std::vector<std::int64_t>& dims = literal.shape.dims;
    const std::int64_t rows = dims[1], columns = dims.size() > 2 ? dims[2] : 1;
    Matrix matrix(rows, columns);
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const std::int64_t at = (number * rows + i) * columns + j;
            switch (literal.shape.type) {
            case ElementType::F32: matrix(i, j) = literal.at<float>(at); break;
            case ElementType::S32: matrix(i, j) = literal.at<std::int32_t>(at); break;
            default: matrix(i, j) = literal.at<std::complex<float>>(at); break;
            }
        }
    }
    return matrix;
}

double relative(const Matrix& difference, const Matrix& to) {
    const double norm = to.norm();
    return norm == 0 ? difference.norm() : difference.norm() / norm;
}

double not_orthogonal(const Matrix& q) {
    return (q.adjoint() * q - Matrix::Identity(q.cols(), q.cols())).norm();
}

Matrix rows_permuted(const Matrix& a, const Matrix& order) {
    Matrix permuted(a.rows(), a.cols());
    for (Eigen::Index i = 0; i < a.rows(); ++i) permuted.row(i) = a.row(static_cast<Eigen::Index>(order(i, 0).real()));
    return permuted;
}

using Results = std::vector<Matrix>;
using Measure = std::function<std::vector<Residual>(const Matrix& a, const Results& r)>;

std::vector<Residual> of_cholesky(const Matrix& a, const Results& r) {
    return {{"|A - LLᵀ| / |A|", relative(a - r[0] * r[0].transpose(), a)}};
}

std::vector<Residual> of_lu(const Matrix& a, const Results& r) {
    const Matrix lower = r[0].triangularView<Eigen::UnitLower>(), upper = r[0].triangularView<Eigen::Upper>();
    return {{"|PA - LU| / |A|", relative(rows_permuted(a, r[1]) - lower * upper, a)}};
}

std::vector<Residual> of_solve(const Matrix& a, const Results& r) {
    const Matrix ones = Matrix::Ones(a.rows(), 1);
    return {{"|b - Ax| / (|A| |x| + |b|)", (ones - a * r[0]).norm() / (a.norm() * r[0].norm() + ones.norm())}};
}

std::vector<Residual> of_qr(const Matrix& a, const Results& r) {
    return {{"|A - QR| / |A|", relative(a - r[0] * r[1], a)}, {"|QᵀQ - 1|", not_orthogonal(r[0])}};
}

std::vector<Residual> of_eigh(const Matrix& a, const Results& r) {
    return {{"|AV - VΛ| / |A|", relative(a * r[1] - r[1] * r[0].col(0).asDiagonal(), a)},
            {"|VᵀV - 1|", not_orthogonal(r[1])}};
}

std::vector<Residual> of_svd(const Matrix& a, const Results& r) {
    return {{"|A - UΣVᵀ| / |A|", relative(a - r[0] * r[1].col(0).asDiagonal() * r[2], a)},
            {"|UᵀU - 1|", not_orthogonal(r[0])},
            {"|VᵀV - 1|", not_orthogonal(r[2])}};
}

std::vector<Residual> of_eig(const Matrix& a, const Results& r) {
    double longest = 0;
    for (Eigen::Index i = 0; i < a.cols(); ++i) longest = std::max(longest, std::abs(r[1].col(i).norm() - 1));
    return {{"|AV - VΛ| / |A|", relative(a * r[1] - r[1] * r[0].col(0).asDiagonal(), a)}, {"||v| - 1|", longest}};
}

} // namespace

std::vector<std::vector<Residual>> residuals_of(const std::string& decomposition, const Literal& matrices,
                                                const std::vector<Literal>& results) {
    static const std::map<std::string, Measure> kMeasures = {
        {"cholesky", of_cholesky}, {"lu", of_lu},   {"solve", of_solve}, {"qr", of_qr},
        {"eigh", of_eigh},         {"svd", of_svd}, {"eig", of_eig}};
    std::vector<std::vector<Residual>> all;
    for (std::int64_t i = 0; i < matrices.shape.dims[0]; ++i) {
        Results of_matrix;
        for (const Literal& result : results) of_matrix.push_back(matrix_of(result, i));
        all.push_back(kMeasures.at(decomposition)(matrix_of(matrices, i), of_matrix));
    }
    return all;
}

} // namespace residuals
