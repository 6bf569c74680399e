// geev: a v = v diag(w) and u^H a = diag(w) u^H of a general a. It is balanced and brought to Schur form; a real Schur
// form is made complex, so that it is triangular. Vectors have the norm 1, and their largest element is real.
#include "linalg/balance.h"
#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/hessenberg.h"
#include "linalg/householder.h"

namespace hlo2cpp {
namespace {

ElementType complex_type(ElementType type) {
    return real_type(type) == ElementType::F32 ? ElementType::C64 : ElementType::C128;
}

std::vector<Shape> eig_results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    const Shape& a = arrays[0];
    const Shape w = Shape::array(a.type, {rows(a)}), v = Shape::array(complex_type(a.type), a.dims);
    if (is_complex(a.type)) return {w, v, v, scalar_info()};
    return {w, w, v, v, scalar_info()};
}

Variable to_complex(LoopCode& code, Variable array) {
    return code.array(code.expansion().convert(complex_type(code.shape(array).type), code.value(array)));
}

// The complex Schur form of a real matrix, whose t is triangular, from the real one.
SchurForm complex_form(LoopCode& code, const SchurForm& form, Variable wi) {
    const std::int64_t n = rows(code.shape(form.t));
    const Variable t = to_complex(code, form.t), q = to_complex(code, *form.q);
    const ElementType type = code.shape(t).type;
    const Variable x = code.zeros(type, {n, 1});
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        only_if(c, c.at(wi, {i}) > 0.0, [&](LoopCode& o) {
            const Variable next = o.variable(o[i] + o.index(1)), end = o.variable(o[i] + o.index(2));
            const Variable column = o.variable(o.index(0));
            const VectorIn v = column_of(x, column);
            const Scalar zero = o.number(real_type(type), 0), w = o.at(wi, {i});
            const Variable value = o.variable(o.wrap(complex(o.expansion(), zero.id, w.id)));
            const Variable middle = o.variable(o.at(t, {i, i}));
            v.put(o, next, o.at(t, {next, i})); // (value, this) is an eigenvector of the block
            const Reflector h = make_reflector(o, type, o[value], next, end, v);
            transform(o, o[h.tau], i, end, v, t, i, end);
            multiply_by_reflector(o, o[h.tau], i, end, v, q, n);
            o.put(t, {i, i}, o[middle] + o[value]);
            o.put(t, {next, next}, o[middle] - o[value]);
            o.put(t, {next, i}, o.number(type, 0));
        });
    });
    return {.t = t, .q = q};
}

enum class Side : std::uint8_t { Left, Right };

// x := eigenvector number k of a triangular t, by substitution from element k on, which is 1. A right vector is zero
// behind it, a left one (of the adjoint) before it. Large vectors are scaled down. A tiny number replaces a divisor
// near zero, which equal eigenvalues give.
void substitute(LoopCode& code, Variable t, Variable k, Side side, Variable x) {
    const ElementType type = code.shape(t).type, part = real_type(type);
    const std::int64_t n = rows(code.shape(t));
    const double epsilon = 2 * rounding_unit(type);
    const Variable own = code.variable(code.at(t, {k, k}));
    const Variable least = code.variable(maximum(magnitude(code[own]), code.number(part, epsilon)) * epsilon);
    code.loop(0, n, [&](LoopCode& c, Variable i) { c.put(x, {i}, c.number(type, 0)); });
    code.put(x, {k}, code.number(type, 1));
    const auto row = [&](LoopCode& c, Variable i) {
        const auto element = [&](LoopCode& o, Variable j) {
            return side == Side::Right ? o.at(t, {i, j}) : conj(o.at(t, {j, i}));
        };
        const Variable sum = c.variable(c.number(type, 0));
        const auto add = [&](LoopCode& o, Variable j) { o.set(sum, o[sum] - element(o, j) * o.at(x, {j})); };
        if (side == Side::Right)
            c.loop(c[i] + c.index(1), c[k] + c.index(1), add);
        else
            c.loop(k, i, add);
        const Scalar difference = side == Side::Right ? element(c, i) - c[own] : element(c, i) - conj(c[own]);
        const Variable given = c.variable(difference), small = c.variable(c[least] > magnitude(c[given]));
        const Variable divisor = c.variable(select(c[small], to(type, c[least]), c[given]));
        c.put(x, {i}, c[sum] / c[divisor]);
        const Variable size = c.variable(magnitude(c.at(x, {i})));
        only_if(c, c[size] > 1 / epsilon, [&](LoopCode& o) {
            o.loop(0, n, [&](LoopCode& s, Variable j) { s.put(x, {j}, s.at(x, {j}) / to(type, s[size])); });
        });
    };
    if (side == Side::Right)
        code.loop(0, k, [&](LoopCode& c, Variable i) { row(c, c.variable(c[k] - c[i] - c.index(1))); });
    else
        code.loop(code[k] + code.index(1), n, row);
}

// Gives column k of v the norm 1 and a real largest element; a real eigenvalue's vector is real anyway.
void normalize(LoopCode& code, Variable v, Variable k, Variable is_real) {
    const ElementType type = code.shape(v).type, part = real_type(type);
    const std::int64_t n = rows(code.shape(v));
    const Variable largest = code.variable(code.number(part, 0)), turn = code.variable(code.number(type, 1));
    const Variable place = code.variable(code.index(0));
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        const Variable size = c.variable(abs(c.at(v, {i, k})));
        const Variable larger = c.variable(c[size] > c[largest]);
        c.set(place, select(c[larger], c[i], c[place]));
        c.set(largest, select(c[larger], c[size], c[largest]));
    });
    only_if(code, code[largest] > 0.0, [&](LoopCode& c) {
        c.set(turn, conj(c.at(v, {place, k})) / to(type, c[largest]));
    });
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        const Variable x = c.variable(c.at(v, {i, k}) / to(type, c[largest]) * c[turn]);
        c.put(v, {i, k}, select(c[is_real] || (c[i] == c[place]), to(type, real(c[x])), c[x]));
    });
    const Variable norm = norm_of(code, type, 0, n, column_of(v, k));
    code.loop(0, n, [&](LoopCode& c, Variable i) { c.put(v, {i, k}, c.at(v, {i, k}) / to(type, c[norm])); });
}

// Eigenvectors of one side, transformed back to the matrix before balancing.
Variable eigenvectors(LoopCode& code, const SchurForm& form, Variable wi, const Balance& balance, Side side,
                      bool of_real) {
    const Shape shape = code.shape(form.t);
    const std::int64_t n = rows(shape);
    const ElementType part = real_type(shape.type);
    const Variable v = code.zeros(shape.type, shape.dims), x = code.zeros(shape.type, {n});
    code.loop(0, n, [&](LoopCode& c, Variable k) {
        const Variable second = c.variable(c.number(part, 0) > c.at(wi, {k}));
        const Variable before = c.variable(c[k] - c.index(1));
        only_if(c, c[second], [&](LoopCode& o) {
            o.loop(0, n, [&](LoopCode& s, Variable i) { s.put(v, {i, k}, conj(s.at(v, {i, before}))); });
        });
        only_if(c, !c[second], [&](LoopCode& o) {
            substitute(o, form.t, k, side, x);
            o.loop(0, n, [&](LoopCode& s, Variable i) {
                const Variable sum = s.variable(s.number(shape.type, 0));
                s.loop(0, n, [&](LoopCode& p, Variable j) {
                    p.set(sum, p[sum] + p.at(*form.q, {i, j}) * p.at(x, {j}));
                });
                const Variable row = s.variable(s.at(balance.order, {i}));
                const Scalar scale = to(shape.type, s.at(balance.scale, {i}));
                s.put(v, {row, k}, side == Side::Right ? s[sum] * scale : s[sum] / scale);
            });
            const Variable is_real = o.variable(of_real ? o.at(wi, {k}) == 0.0 : o.index(0) != o.index(0));
            normalize(o, v, k, is_real);
        });
    });
    return v;
}

std::vector<Variable> build_eig(LoopCode& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const std::int64_t n = rows(shape);
    const ElementType part = real_type(shape.type), type = complex_type(shape.type);
    const bool of_real = !is_complex(shape.type), vectors = options.vectors || options.left_vectors;
    const Variable info = code.variable(code.index(0)), scale = bring_into_range(code, arrays[0], info);
    const Balance balanced = balance(code, arrays[0]);
    SchurForm form = schur_form(code, arrays[0], vectors, info);
    const Variable w = code.zeros(shape.type, {n}), wi = code.zeros(part, {n});
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        c.put(w, {i}, c.at(form.t, {i, i}) * to(shape.type, c[scale]));
        if (of_real) c.put(wi, {i}, imaginary_eigenvalue(c, form.t, i));
    });
    if (of_real && vectors) form = complex_form(code, form, wi);
    Variable left = code.zeros(type, shape.dims), right = code.zeros(type, shape.dims);
    if (options.left_vectors) left = eigenvectors(code, form, wi, balanced, Side::Left, of_real);
    if (options.vectors) right = eigenvectors(code, form, wi, balanced, Side::Right, of_real);
    code.loop(0, n, [&](LoopCode& c, Variable i) { c.put(wi, {i}, c.at(wi, {i}) * c[scale]); });
    if (of_real) return {w, wi, left, right, info};
    return {w, left, right, info};
}

} // namespace

const LinalgFunction linalg_eig = {
    .ranks = {2}, .results = eig_results, .build = build_eig, .equations = eig_equations};

} // namespace hlo2cpp
