// gees: a = q t q^H; the eigenvalues are on the diagonal of t, or are those of its blocks. None are selected.
#include <Eigen/Eigenvalues>

#include "linalg/checks.h"
#include "linalg/hessenberg.h"
#include "linalg/matrices.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    const Shape& a = arrays[0];
    const Shape w = Shape::array(a.type, {rows(a)});
    if (is_complex(a.type)) return {a, a, w, scalar_info(), scalar_info()};
    return {a, a, w, w, scalar_info(), scalar_info()};
}

std::vector<Variable> build(Code& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const std::int64_t n = rows(shape);
    const Variable info = code.variable(code.index(0)), selected = code.variable(code.index(0));
    const Variable scale = bring_into_range(code, arrays[0], info);
    const SchurForm form = schur_form(code, arrays[0], options.vectors, info);
    const Variable w = code.zeros(shape.type, {n}), wi = code.zeros(real_type(shape.type), {n});
    code.loop(0, n, [&](Code& c, Variable i) {
        c.loop(0, n, [&](Code& d, Variable j) {
            d.put(form.t, {i, j}, d.at(form.t, {i, j}) * to(shape.type, d[scale]));
        });
    });
    code.loop(0, n, [&](Code& c, Variable i) {
        c.put(w, {i}, c.at(form.t, {i, i}));
        if (!is_complex(shape.type)) c.put(wi, {i}, imaginary_eigenvalue(c, form.t, i));
    });
    const Variable q = form.q ? *form.q : code.zeros(shape.type, {n, n});
    if (is_complex(shape.type)) return {form.t, q, w, selected, info};
    return {form.t, q, w, wi, selected, info};
}

// Eigen leaves the diagonals of blocks unequal.
void standardize(Matrix<double>& t, Matrix<double>& q) {
    for (Eigen::Index i = 0; i + 1 < t.rows(); ++i) {
        if (t(i + 1, i) == 0) continue;
        const double angle = std::atan2(t(i + 1, i + 1) - t(i, i), t(i, i + 1) + t(i + 1, i)) / 2;
        const Eigen::JacobiRotation<double> turn(std::cos(angle), -std::sin(angle));
        t.applyOnTheLeft(i, i + 1, turn.adjoint());
        t.applyOnTheRight(i, i + 1, turn);
        q.applyOnTheRight(i, i + 1, turn);
    }
}

std::vector<Tensor> schur_of(const Shape& shape, const Eigen::ComplexSchur<Matrix<std::complex<double>>>& schur,
                             int info) {
    return {tensor_of(shape.type, shape.dims, schur.matrixT()), tensor_of(shape.type, shape.dims, schur.matrixU()),
            tensor_of(shape.type, {rows(shape)}, schur.matrixT().diagonal()), integers_of({}, {0}),
            integers_of({}, {info})};
}

std::vector<Tensor> schur_of(const Shape& shape, const Eigen::RealSchur<Matrix<double>>& schur, int info) {
    Matrix<double> t = schur.matrixT(), q = schur.matrixU();
    standardize(t, q);
    const Eigen::Index n = t.rows();
    Eigen::VectorXd im = Eigen::VectorXd::Zero(n);
    for (Eigen::Index i = 0; i + 1 < n; ++i) {
        im(i) += std::sqrt(std::abs(t(i, i + 1))) * std::sqrt(std::abs(t(i + 1, i)));
        im(i + 1) -= im(i) > 0 ? im(i) : 0;
    }
    return {tensor_of(shape.type, shape.dims, t),
            tensor_of(shape.type, shape.dims, q),
            tensor_of(shape.type, {n}, t.diagonal()),
            tensor_of(shape.type, {n}, im),
            integers_of({}, {0}),
            integers_of({}, {info})};
}

std::vector<Tensor> evaluate(const LinalgOptions&, const std::vector<Tensor>& arrays) {
    const Shape& shape = arrays[0].shape;
    return with_number(shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        using Schur = std::conditional_t<std::is_same_v<Number, double>, Eigen::RealSchur<Matrix<Number>>,
                                         Eigen::ComplexSchur<Matrix<Number>>>;
        const Matrix<Number> a = matrix_of<Number>(arrays[0]);
        if (a.size() == 0) return schur_of(shape, Schur(), 0);
        const Schur schur(a.allFinite() ? a : Matrix<Number>(Matrix<Number>::Zero(a.rows(), a.cols())));
        return schur_of(shape, schur, a.allFinite() && schur.info() == Eigen::Success ? 0 : 1);
    });
}

} // namespace

const LinalgFunction linalg_schur = {.ranks = {2}, .results = results, .build = build, .evaluate = evaluate};

} // namespace hlo2cpp
