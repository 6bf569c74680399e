// getrf and LuDecomposition: p a = l u with partial pivoting, column by column. One matrix holds u and l, whose
// diagonal is 1. info is the first zero on u's diagonal, from 1, or 0.
#include "linalg/checks.h"
#include "linalg/equations.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> lu_results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    return {arrays[0], Shape::array(ElementType::S32, {smaller_side(arrays[0])}), scalar_info()};
}

std::vector<Shape> permutation_results(const InferContext& context, const LinalgOptions&,
                                       const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    return {arrays[0], Shape::array(ElementType::S32, {smaller_side(arrays[0])}),
            Shape::array(ElementType::S32, {rows(arrays[0])})};
}

// Row of the largest element of column k from row k on; LAPACK measures complex numbers by |re| + |im|.
Variable pivot_row(LoopCode& c, Variable a, Variable k, std::int64_t m) {
    const Variable best = c.variable(magnitude(c.at(a, {k, k}))), row = c.variable(c[k]);
    c.loop(c[k] + c.index(1), m, [&](LoopCode& d, Variable i) {
        const Variable size = d.variable(magnitude(d.at(a, {i, k})));
        const Variable larger = d.variable(d[size] > d[best]);
        d.set(row, select(d[larger], d[i], d[row]));
        d.set(best, select(d[larger], d[size], d[best]));
    });
    return row;
}

// Calls `chosen(code, k, row)` with the pivot of each column, before the rows are swapped.
template <typename Chosen>
void factor(LoopCode& code, Variable a, Chosen&& chosen) {
    const std::int64_t m = rows(code.shape(a)), n = columns(code.shape(a));
    const ElementType type = code.shape(a).type;
    code.loop(0, std::min(m, n), [&](LoopCode& c, Variable k) {
        const Variable row = pivot_row(c, a, k, m);
        chosen(c, k, row);
        c.loop(0, n, [&](LoopCode& d, Variable j) { swap(d, a, {k, j}, {row, j}); });
        const Variable pivot = c.variable(c.at(a, {k, k}));
        c.set(pivot, select(c[pivot] == 0.0, c.number(type, 1), c[pivot])); // then there are zeros below it
        c.loop(c[k] + c.index(1), m, [&](LoopCode& d, Variable i) {
            const Variable l = d.variable(d.at(a, {i, k}) / d[pivot]);
            d.put(a, {i, k}, d[l]);
            d.loop(d[k] + d.index(1), n, [&](LoopCode& f, Variable j) {
                f.put(a, {i, j}, f.at(a, {i, j}) - f[l] * f.at(a, {k, j}));
            });
        });
    });
}

std::vector<Variable> build_lu(LoopCode& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0], info = code.variable(code.index(0));
    const Variable pivots = code.zeros(ElementType::S32, {smaller_side(code.shape(a))});
    factor(code, a, [&](LoopCode& c, Variable k, Variable row) {
        c.put(pivots, {k}, c[row] + c.index(1));
        const Scalar singular = c.at(a, {row, k}) == 0.0;
        c.set(info, select((c[info] == c.index(0)) && singular, c[k] + c.index(1), c[info]));
    });
    return {a, pivots, info};
}

std::vector<Variable> build_permutation(LoopCode& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0];
    const Variable pivots = code.zeros(ElementType::S32, {smaller_side(code.shape(a))});
    const Shape order = Shape::array(ElementType::S32, {rows(code.shape(a))});
    const Variable permutation = code.array(code.expansion().iota(order, 0));
    factor(code, a, [&](LoopCode& c, Variable k, Variable row) {
        c.put(pivots, {k}, c[row]);
        swap(c, permutation, {k}, {row});
    });
    return {a, pivots, permutation};
}

} // namespace

const LinalgFunction linalg_lu = {.ranks = {2}, .results = lu_results, .build = build_lu, .equations = lu_equations};
const LinalgFunction linalg_lu_permutation = {
    .ranks = {2}, .results = permutation_results, .build = build_permutation, .equations = lu_permutation_equations};

} // namespace hlo2cpp
