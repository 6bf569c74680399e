// potrf: a = l l^H (u^H u), row by row of l; info is the first row whose diagonal is not positive, from 1, or 0. The
// other triangle is a's.
#include "linalg/checks.h"
#include "linalg/matrices.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    return {arrays[0], scalar_info()};
}

std::vector<Variable> build(Code& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0], info = code.variable(code.index(0));
    const std::int64_t n = rows(code.shape(a));
    const ElementType type = code.shape(a).type;
    // Element (i, j) of l, of u its conjugate.
    const auto at = [&](Code& c, Place i, Place j) { return options.lower ? c.at(a, {i, j}) : conj(c.at(a, {j, i})); };
    const auto put = [&](Code& c, Place i, Place j, Scalar x) {
        if (options.lower)
            c.put(a, {i, j}, x);
        else
            c.put(a, {j, i}, conj(x));
    };
    code.loop(0, n, [&](Code& c, Variable j) {
        const Variable rest = c.variable(real(at(c, j, j)));
        c.loop(0, j, [&](Code& d, Variable k) {
            const Scalar x = at(d, j, k);
            d.set(rest, d[rest] - (real(x) * real(x) + imag(x) * imag(x)));
        });
        const Scalar positive = c[rest] > 0.0;
        c.set(info, select((c[info] == c.index(0)) && !positive, c[j] + c.index(1), c[info]));
        const Variable root = c.variable(to(type, sqrt(c[rest])));
        put(c, j, j, c[root]);
        c.loop(c[j] + c.index(1), n, [&](Code& d, Variable i) {
            const Variable sum = d.variable(at(d, i, j));
            d.loop(0, j, [&](Code& f, Variable k) { f.set(sum, f[sum] - at(f, i, k) * conj(at(f, j, k))); });
            put(d, i, j, d[sum] / d[root]);
        });
    });
    return {a, info};
}

std::vector<Tensor> evaluate(const LinalgOptions& options, const std::vector<Tensor>& arrays) {
    const Shape& shape = arrays[0].shape;
    return with_number(shape.type, [&](auto number) -> std::vector<Tensor> {
        using Number = decltype(number);
        Matrix<Number> a = matrix_of<Number>(arrays[0]);
        std::int64_t info = 0;
        for (Eigen::Index n = 1; n <= a.rows() && info == 0; ++n) { // the first leading minor without one
            const Matrix<Number> minor = a.topLeftCorner(n, n);
            const bool exists = options.lower
                                    ? Eigen::LLT<Matrix<Number>, Eigen::Lower>(minor).info() == Eigen::Success
                                    : Eigen::LLT<Matrix<Number>, Eigen::Upper>(minor).info() == Eigen::Success;
            if (!exists || minor.diagonal().hasNaN()) info = n;
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

} // namespace

const LinalgFunction linalg_cholesky = {.ranks = {2}, .results = results, .build = build, .evaluate = evaluate};

} // namespace hlo2cpp
