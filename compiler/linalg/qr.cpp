// geqrf and Qr: a = q r, where q is a product of reflectors. geqp3: likewise, with the column of the largest norm
// first. orgqr: q itself. ormqr: q, or its inverse, applied to a matrix.
#include "evaluate/linear_algebra.h"
#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/householder.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> qr_results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    return {arrays[0], Shape::array(arrays[0].type, {smaller_side(arrays[0])})};
}

std::vector<Variable> build_qr(LoopCode& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const Variable tau = code.zeros(shape.type, {smaller_side(shape)});
    factor_qr(code, arrays[0], tau);
    return {arrays[0], tau};
}

std::vector<Shape> pivoting_results(const InferContext& context, const LinalgOptions&,
                                    const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    require_equal(context, arrays[1], Shape::array(ElementType::S32, {columns(arrays[0])}));
    return {arrays[0], arrays[1], Shape::array(arrays[0].type, {smaller_side(arrays[0])})};
}

// `columns` may fix columns in front; it is ignored, because JAX passes zeros.
std::vector<Variable> build_pivoting(LoopCode& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0];
    const Shape shape = code.shape(a);
    const std::int64_t m = rows(shape), n = columns(shape);
    const ElementType part = real_type(shape.type);
    const Variable tau = code.zeros(shape.type, {smaller_side(shape)});
    const Variable w = code.zeros(shape.type, {n});
    const Variable order = code.array(code.expansion().iota(Shape::array(ElementType::S32, {n}), 0));
    code.loop(0, n, [&](LoopCode& c, Variable j) { c.put(order, {j}, c[j] + c.index(1)); });
    code.loop(0, std::min(m, n), [&](LoopCode& c, Variable k) {
        const Variable best = c.variable(c.number(part, -1)), chosen = c.variable(c[k]);
        c.loop(k, n, [&](LoopCode& d, Variable j) {
            const Variable norm = norm_of(d, shape.type, k, m, column_of(a, j));
            const Variable larger = d.variable(d[norm] > d[best]);
            d.set(chosen, select(d[larger], d[j], d[chosen]));
            d.set(best, select(d[larger], d[norm], d[best]));
        });
        swap(c, order, {k}, {chosen});
        swap_columns(c, a, k, chosen);
        eliminate_column(c, a, tau, k, w);
    });
    return {a, order, tau};
}

void check_reflectors(const InferContext& context, const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    if (arrays[1].type != arrays[0].type || rows(arrays[1]) > smaller_side(arrays[0]))
        context.fail(to_string(arrays[1]) + " has no factors for the reflectors in " + to_string(arrays[0]));
}

std::vector<Shape> product_results(const InferContext& context, const LinalgOptions&,
                                   const std::vector<Shape>& arrays) {
    check_reflectors(context, arrays);
    return {arrays[0]};
}

std::vector<Variable> build_product(LoopCode& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const Variable q = identity(code, shape.type, rows(shape), columns(shape));
    multiply_by_reflectors(code, arrays[0], arrays[1], 0, q, Reached::Part);
    return {q};
}

std::vector<Shape> apply_results(const InferContext& context, const LinalgOptions& options,
                                 const std::vector<Shape>& arrays) {
    check_reflectors(context, arrays);
    const std::int64_t side = options.left ? rows(arrays[2]) : columns(arrays[2]);
    if (arrays[2].type != arrays[0].type || side != rows(arrays[0]))
        context.fail(to_string(arrays[2]) + " does not fit the reflectors in " + to_string(arrays[0]));
    return {arrays[2]};
}

// Applied from the right, a row is conjugated, reflected, and conjugated again.
std::vector<Variable> build_apply(LoopCode& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0], tau = arrays[1], m = arrays[2];
    const Shape shape = code.shape(m);
    const std::int64_t side = rows(code.shape(a)), count = code.shape(tau).dims[0];
    const Variable w = code.zeros(shape.type, {columns(shape)});
    const auto apply_one = [&](LoopCode& c, Variable k) {
        const VectorIn v = column_of(a, k);
        const Scalar own = c.at(tau, {k});
        const Variable factor = c.variable(options.transpose == options.left ? conj(own) : own);
        if (options.left) return reflect_columns(c, c[factor], {k, side}, v, m, 0, w);
        c.loop(0, rows(shape),
               [&](LoopCode& d, Variable i) { reflect(d, d[factor], k, side, v, adjoint_of_row(m, i)); });
    };
    if (options.left == options.transpose || count == 0)
        code.loop(0, count, apply_one);
    else
        code.loop_down(count - 1, 0, apply_one);
    return {m};
}

} // namespace

const LinalgFunction linalg_qr = {.ranks = {2}, .results = qr_results, .build = build_qr, .equations = qr_equations};
const LinalgFunction linalg_qr_pivoting = {
    .ranks = {2, 1}, .results = pivoting_results, .build = build_pivoting, .equations = pivoting_equations};
const LinalgFunction linalg_householder_product = {
    .ranks = {2, 1}, .results = product_results, .build = build_product, .evaluate = evaluate_orthogonal};
const LinalgFunction linalg_householder_apply = {
    .ranks = {2, 1, 2}, .results = apply_results, .build = build_apply, .evaluate = evaluate_orthogonal_product};

} // namespace hlo2cpp
