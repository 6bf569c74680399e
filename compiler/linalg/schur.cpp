// gees: a = q t q^H; the eigenvalues are the diagonal of t, or the eigenvalues of its blocks. None are selected.
#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/hessenberg.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> schur_results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    const Shape& a = arrays[0];
    const Shape w = Shape::array(a.type, {rows(a)});
    if (is_complex(a.type)) return {a, a, w, scalar_info(), scalar_info()};
    return {a, a, w, w, scalar_info(), scalar_info()};
}

// Replaces q by q d and t by d^H t d with a diagonal d, so that the matrix decides signs (or phases) of q, not
// rounding.
void turn(LoopCode& code, Variable q, Variable t) {
    const Shape shape = code.shape(q);
    const std::int64_t n = rows(shape);
    const Variable d = code.array(code.expansion().number(Shape::array(shape.type, {n, 1}), 1));
    transpose(code, q);
    turn_rows(code, q, {d});
    transpose(code, q);
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        const Variable row = c.variable(conj(c.at(d, {i, 0})));
        c.loop(0, n, [&](LoopCode& e, Variable j) { e.put(t, {i, j}, e.at(t, {i, j}) * e[row] * e.at(d, {j, 0})); });
    });
}

std::vector<Variable> build_schur(LoopCode& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const std::int64_t n = rows(shape);
    const Variable info = code.variable(code.index(0)), selected = code.variable(code.index(0));
    const Variable scale = bring_into_range(code, arrays[0], info);
    const SchurForm form = schur_form(code, arrays[0], options.vectors, info);
    if (form.q) turn(code, *form.q, form.t);
    const Variable w = code.zeros(shape.type, {n}), wi = code.zeros(real_type(shape.type), {n});
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        c.loop(0, n, [&](LoopCode& d, Variable j) {
            d.put(form.t, {i, j}, d.at(form.t, {i, j}) * to(shape.type, d[scale]));
        });
    });
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        c.put(w, {i}, c.at(form.t, {i, i}));
        if (!is_complex(shape.type)) c.put(wi, {i}, imaginary_eigenvalue(c, form.t, i));
    });
    const Variable q = form.q ? *form.q : code.zeros(shape.type, {n, n});
    if (is_complex(shape.type)) return {form.t, q, w, selected, info};
    return {form.t, q, w, wi, selected, info};
}

} // namespace

const LinalgFunction linalg_schur = {
    .ranks = {2}, .results = schur_results, .build = build_schur, .equations = schur_equations};

} // namespace hlo2cpp
