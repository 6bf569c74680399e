// getrf and LuDecomposition: p a = l u with partial pivoting, column by column; l, whose diagonal is 1, and u stand in
// one matrix. info is the first zero on u's diagonal, from 1, or 0.
#include "linalg/checks.h"
#include "linalg/matrices.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    return {arrays[0], Shape::array(ElementType::S32, {smaller_side(arrays[0])}), scalar_info()};
}

std::vector<Shape> permutation_results(const InferContext& context, const LinalgOptions&,
                                       const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    return {arrays[0], Shape::array(ElementType::S32, {smaller_side(arrays[0])}),
            Shape::array(ElementType::S32, {rows(arrays[0])})};
}

// The row of the largest element of column k from row k on; LAPACK measures complex numbers by |re| + |im|.
Variable pivot_row(Code& c, Variable a, Variable k, std::int64_t m) {
    const Variable best = c.variable(magnitude(c.at(a, {k, k}))), row = c.variable(c[k]);
    c.loop(c[k] + c.index(1), m, [&](Code& d, Variable i) {
        const Variable size = d.variable(magnitude(d.at(a, {i, k})));
        const Variable larger = d.variable(d[size] > d[best]);
        d.set(row, select(d[larger], d[i], d[row]));
        d.set(best, select(d[larger], d[size], d[best]));
    });
    return row;
}

// Calls `chosen(code, k, row)` with the pivot of each column, before the rows are swapped.
template <typename Chosen>
void factor(Code& code, Variable a, Chosen&& chosen) {
    const std::int64_t m = rows(code.shape(a)), n = columns(code.shape(a));
    const ElementType type = code.shape(a).type;
    code.loop(0, std::min(m, n), [&](Code& c, Variable k) {
        const Variable row = pivot_row(c, a, k, m);
        chosen(c, k, row);
        c.loop(0, n, [&](Code& d, Variable j) { swap(d, a, {k, j}, {row, j}); });
        const Variable pivot = c.variable(c.at(a, {k, k}));
        c.set(pivot, select(c[pivot] == 0.0, c.number(type, 1), c[pivot])); // then there are zeros below it
        c.loop(c[k] + c.index(1), m, [&](Code& d, Variable i) {
            const Variable l = d.variable(d.at(a, {i, k}) / d[pivot]);
            d.put(a, {i, k}, d[l]);
            d.loop(d[k] + d.index(1), n, [&](Code& f, Variable j) {
                f.put(a, {i, j}, f.at(a, {i, j}) - f[l] * f.at(a, {k, j}));
            });
        });
    });
}

std::vector<Variable> build(Code& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0], info = code.variable(code.index(0));
    const Variable pivots = code.zeros(ElementType::S32, {smaller_side(code.shape(a))});
    factor(code, a, [&](Code& c, Variable k, Variable row) {
        c.put(pivots, {k}, c[row] + c.index(1));
        const Scalar singular = c.at(a, {row, k}) == 0.0;
        c.set(info, select((c[info] == c.index(0)) && singular, c[k] + c.index(1), c[info]));
    });
    return {a, pivots, info};
}

std::vector<Variable> build_permutation(Code& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0];
    const Variable pivots = code.zeros(ElementType::S32, {smaller_side(code.shape(a))});
    const Shape order = Shape::array(ElementType::S32, {rows(code.shape(a))});
    const Variable permutation = code.array(code.expansion().iota(order, 0));
    factor(code, a, [&](Code& c, Variable k, Variable row) {
        c.put(pivots, {k}, c[row]);
        swap(c, permutation, {k}, {row});
    });
    return {a, pivots, permutation};
}

struct Factored {
    Tensor lu;
    std::vector<std::int64_t> pivots, permutation; // from 0
    std::int64_t info = 0;
};

double size_of(double x) {
    return std::fabs(x);
}
double size_of(const std::complex<double>& x) {
    return std::fabs(x.real()) + std::fabs(x.imag());
}

// Eigen's takes square matrices only.
Factored factored(const Tensor& tensor) {
    return with_number(tensor.shape.type, [&](auto number) {
        using Number = decltype(number);
        Factored result;
        Matrix<Number> a = matrix_of<Number>(tensor);
        for (Eigen::Index i = 0; i < a.rows(); ++i) result.permutation.push_back(i);
        for (Eigen::Index k = 0; k < std::min(a.rows(), a.cols()); ++k) {
            Eigen::Index row = k;
            for (Eigen::Index i = k + 1; i < a.rows(); ++i)
                if (size_of(a(i, k)) > size_of(a(row, k))) row = i;
            result.pivots.push_back(row);
            std::swap(result.permutation[static_cast<std::size_t>(k)],
                      result.permutation[static_cast<std::size_t>(row)]);
            a.row(k).swap(a.row(row));
            const Eigen::Index below = a.rows() - k - 1, right = a.cols() - k - 1;
            if (a(k, k) == Number(0)) {
                if (result.info == 0) result.info = k + 1;
                continue;
            }
            a.col(k).tail(below) /= a(k, k);
            a.bottomRightCorner(below, right) -= (a.col(k).tail(below) * a.row(k).tail(right)).eval();
        }
        result.lu = tensor_of(tensor.shape.type, tensor.shape.dims, a);
        return result;
    });
}

std::vector<Tensor> evaluate(const LinalgOptions&, const std::vector<Tensor>& arrays) {
    Factored made = factored(arrays[0]);
    for (std::int64_t& pivot : made.pivots) ++pivot;
    return {std::move(made.lu), integers_of({smaller_side(arrays[0].shape)}, made.pivots),
            integers_of({}, {made.info})};
}

std::vector<Tensor> evaluate_permutation(const LinalgOptions&, const std::vector<Tensor>& arrays) {
    Factored made = factored(arrays[0]);
    return {std::move(made.lu), integers_of({smaller_side(arrays[0].shape)}, made.pivots),
            integers_of({rows(arrays[0].shape)}, made.permutation)};
}

} // namespace

const LinalgFunction linalg_lu = {.ranks = {2}, .results = results, .build = build, .evaluate = evaluate};
const LinalgFunction linalg_lu_permutation = {
    .ranks = {2}, .results = permutation_results, .build = build_permutation, .evaluate = evaluate_permutation};

} // namespace hlo2cpp
