// gesdd: a = u diag(s) vt with falling s. If a is not square, QR of a (or of its adjoint, whichever is higher) replaces
// it by r. One-sided Jacobi rotations (Hestenes) make its columns orthogonal: s are their norms, u their directions,
// times q. info is 1 if 30 sweeps were not enough.
#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/householder.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostSweeps = 30;

std::vector<Shape> svd_results(const InferContext& context, const LinalgOptions& options,
                               const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    const Shape& a = arrays[0];
    const std::int64_t m = rows(a), n = columns(a), less = smaller_side(a);
    const Shape& declared = context.instruction.shape; // without vectors u and vt exist, but hold nothing
    Shape u = Shape::array(a.type, {m, options.full ? m : less}),
          vt = Shape::array(a.type, {options.full ? n : less, n});
    if (!options.vectors && declared.tuple.size() > 3)
        for (Shape* matrix : {&u, &vt}) {
            const Shape& shape = declared.tuple[matrix == &u ? 2 : 3];
            if (shape.rank() >= 2) *matrix = Shape::array(a.type, {shape.dims.end() - 2, shape.dims.end()});
        }
    return {a, Shape::array(real_type(a.type), {less}), u, vt, scalar_info()};
}

// Rotates rows p and q of the matrices so that those rows of the first matrix are orthogonal. True if they were not.
Variable rotate(LoopCode& code, const std::vector<Variable>& matrices, Variable p, Variable q) {
    const Variable w = matrices[0];
    const Shape shape = code.shape(w);
    const ElementType part = real_type(shape.type);
    const double epsilon = 2 * rounding_unit(part);
    const auto zero = [&] { return code.variable(code.number(part, 0)); };
    const Variable pp = zero(), qq = zero(), pq = code.variable(code.number(shape.type, 0));
    code.loop(0, columns(shape), [&](LoopCode& c, Variable i) {
        const Scalar x = c.at(w, {p, i}), y = c.at(w, {q, i});
        c.set(pp, c[pp] + square(x));
        c.set(qq, c[qq] + square(y));
        c.set(pq, c[pq] + conj(x) * y);
    });
    const Variable size = code.variable(abs(code[pq]));
    // A row whose square underflows is negligible beside the largest element, which is 1, and would rotate for ever.
    const Scalar both = (code[pp] > 0.0) && (code[qq] > 0.0);
    const Variable turned = code.variable(both && (code[size] > sqrt(code[pp]) * sqrt(code[qq]) * epsilon));
    const Variable divisor = code.variable(select(code[turned], code[size], code.number(part, 1)));
    const Variable zeta = code.variable((code[qq] - code[pp]) / (code[divisor] * 2.0));
    const Scalar root = hypotenuse(code[zeta], code.number(part, 1));
    const Scalar tangent = with_sign(code.number(part, 1), code[zeta]) / (abs(code[zeta]) + root);
    const Variable t = code.variable(select(code[turned], tangent, code.number(part, 0)));
    const Variable cosine = code.variable(code.number(part, 1) / sqrt(code[t] * code[t] + 1.0));
    // Rutishauser's form, x - s (y + s / (1 + c) x) for c x - s y: each rotation adds to a row instead of scaling it,
    // so that rounding does not change its length.
    const Scalar sine = code[cosine] * code[t];
    const Variable s = code.variable(to(shape.type, sine)),
                   half = code.variable(to(shape.type, sine / (code[cosine] + 1.0)));
    // A second division makes the modulus 1 to the last bit: pq is a small difference of larger numbers, and with
    // contraction its modulus may have been computed from slightly different bits.
    const Variable phase =
        code.variable(select(code[turned], code[pq] / to(shape.type, code[divisor]), code.number(shape.type, 1)));
    code.set(phase, code[phase] / to(shape.type, abs(code[phase])));
    code.set(phase, conj(code[phase]));
    only_if(code, code[turned], [&](LoopCode& inside) {
        for (const Variable matrix : matrices)
            inside.loop(0, columns(shape), [&](LoopCode& o, Variable i) {
                const Variable x = o.variable(o.at(matrix, {p, i})), y = o.variable(o.at(matrix, {q, i}) * o[phase]);
                o.put(matrix, {p, i}, o[x] - o[s] * (o[y] + o[half] * o[x]));
                o.put(matrix, {q, i}, o[y] + o[s] * (o[x] - o[half] * o[y]));
            });
    });
    return turned;
}

// Sweeps over all pairs of rows, until none needs a rotation.
void orthogonalize(LoopCode& code, const std::vector<Variable>& matrices, Variable info) {
    const std::int64_t n = rows(code.shape(matrices[0]));
    const Variable again = code.variable(code.index(0) == code.index(0)), sweeps = code.variable(code.index(0));
    code.loop_while([&](LoopCode& c) { return c[again] && (c[sweeps] < c.index(kMostSweeps)); },
                    [&](LoopCode& c) {
                        c.set(again, c.index(0) != c.index(0));
                        c.set(sweeps, c[sweeps] + c.index(1));
                        c.loop(0, n, [&](LoopCode& d, Variable p) {
                            d.loop(d[p] + d.index(1), n, [&](LoopCode& f, Variable q) {
                                const Variable turned = rotate(f, matrices, p, q);
                                f.set(again, f[again] || f[turned]);
                            });
                        });
                    });
    code.set(info, select(code[again], code.index(1), code.index(0)));
}

// Norms of the rows of w, times `scale`, in falling order; sorts the rows of all matrices with them.
Variable sort_by_norm(LoopCode& code, Variable w, Variable scale, const std::vector<Variable>& matrices) {
    const Shape shape = code.shape(w);
    const ElementType part = real_type(shape.type);
    const Variable s = code.zeros(part, {rows(shape)});
    code.loop(0, rows(shape), [&](LoopCode& c, Variable i) {
        const Variable sum = c.variable(c.number(part, 0));
        c.loop(0, columns(shape), [&](LoopCode& d, Variable k) { d.set(sum, d[sum] + square(d.at(w, {i, k}))); });
        c.put(s, {i}, sqrt(c[sum]) * c[scale]);
    });
    sort_rows(code, s, Order::Falling, matrices);
    return s;
}

// Row j becomes the unit vector with the smallest projection onto the orthonormal rows before it.
void set_to_unit_vector(LoopCode& code, Variable w, Variable j) {
    const Shape shape = code.shape(w);
    const ElementType part = real_type(shape.type);
    const Variable best = code.variable(code.index(0)), least = code.variable(code.number(part, 2));
    code.loop(0, columns(shape), [&](LoopCode& c, Variable k) {
        const Variable sum = c.variable(c.number(part, 0));
        c.loop(0, j, [&](LoopCode& d, Variable i) { d.set(sum, d[sum] + square(d.at(w, {i, k}))); });
        const Variable less = c.variable(c[sum] < c[least]);
        c.set(best, select(c[less], c[k], c[best]));
        c.set(least, select(c[less], c[sum], c[least]));
        c.put(w, {j, k}, c.number(shape.type, 0));
    });
    code.put(w, {j, best}, code.number(shape.type, 1));
}

// Orthonormalizes orthogonal rows with falling norms s (Gram-Schmidt). Rows negligible beside the first one become unit
// vectors first, and take a second round.
void orthonormalize(LoopCode& code, Variable w, Variable s) {
    const Shape shape = code.shape(w);
    const std::int64_t n = columns(shape);
    const ElementType part = real_type(shape.type);
    code.loop(0, rows(shape), [&](LoopCode& c, Variable j) {
        const Variable gone = c.variable(!(c.at(s, {j}) > c.at(s, {0}) * c.number(part, rounding_unit(part))));
        only_if(c, c[gone], [&](LoopCode& d) { set_to_unit_vector(d, w, j); });
        c.loop(0, select(c[gone], c.index(2), c.index(1)), [&](LoopCode& d, Variable) {
            d.loop(0, j, [&](LoopCode& f, Variable i) {
                const Variable product = f.variable(f.number(shape.type, 0));
                f.loop(0, n, [&](LoopCode& g, Variable k) {
                    g.set(product, g[product] + conj(g.at(w, {i, k})) * g.at(w, {j, k}));
                });
                f.loop(0, n, [&](LoopCode& g, Variable k) {
                    g.put(w, {j, k}, g.at(w, {j, k}) - g[product] * g.at(w, {i, k}));
                });
            });
            const Variable sum = d.variable(d.number(part, 0));
            d.loop(0, n, [&](LoopCode& f, Variable k) { f.set(sum, f[sum] + square(f.at(w, {j, k}))); });
            const Variable norm = d.variable(to(shape.type, sqrt(d[sum])));
            d.loop(0, n, [&](LoopCode& f, Variable k) { f.put(w, {j, k}, f.at(w, {j, k}) / f[norm]); });
        });
    });
}

Variable transposed(LoopCode& code, Variable matrix) {
    return code.array(code.expansion().transpose(code.value(matrix), {1, 0}));
}

Variable conjugate(LoopCode& code, Variable matrix) {
    return code.array(conjugate(code.expansion(), code.value(matrix)));
}

// The transposed upper triangle of the first n rows.
Variable upper_triangle(LoopCode& code, Variable a, std::int64_t n) {
    const ElementType type = code.shape(a).type;
    const Variable r = code.zeros(type, {n, n});
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        c.loop(i, n, [&](LoopCode& d, Variable j) { d.put(r, {j, i}, d.at(a, {i, j})); });
    });
    return r;
}

// Divides the matrix by its largest part, so that squares neither overflow nor vanish. Returns the divisor.
Variable normalize(LoopCode& code, Variable matrix) {
    const Shape shape = code.shape(matrix);
    const ElementType part = real_type(shape.type);
    const Variable largest = code.variable(code.number(part, 0));
    const auto each = [&](const std::function<void(LoopCode&, Variable, Variable)>& visit) {
        code.loop(0, rows(shape), [&](LoopCode& c, Variable i) {
            c.loop(0, columns(shape), [&](LoopCode& d, Variable j) { visit(d, i, j); });
        });
    };
    each([&](LoopCode& c, Variable i, Variable j) {
        const Scalar x = c.at(matrix, {i, j});
        c.set(largest, maximum(c[largest], largest_part(x)));
    });
    code.set(largest, select(code[largest] == 0.0, code.number(part, 1), code[largest]));
    each([&](LoopCode& c, Variable i, Variable j) {
        c.put(matrix, {i, j}, c.at(matrix, {i, j}) / to(shape.type, c[largest]));
    });
    return largest;
}

// Decomposition of a matrix that is at least as high as wide: a = u diag(s) v^H.
struct Tall {
    Variable u, s;
    Variable v; // transposed
};
Tall decompose_tall(LoopCode& code, Variable a, const LinalgOptions& options, Variable info) {
    const Shape shape = code.shape(a);
    const std::int64_t m = rows(shape), n = columns(shape);
    const bool square = m == n;
    const Variable tau = square ? a : code.zeros(shape.type, {n});
    if (!square) factor_qr(code, a, tau);
    // The matrix is transposed, so that elements of a column are contiguous.
    const Variable w = square ? transposed(code, a) : upper_triangle(code, a, n), v = identity(code, shape.type, n, n);
    const Variable scale = normalize(code, w);
    const std::vector<Variable> matrices = options.vectors ? std::vector{w, v} : std::vector{w};
    orthogonalize(code, matrices, info);
    const Scalar finite = code[scale] * 0.0 == 0.0; // NaN and infinities have no decomposition
    code.set(info, select(finite, code[info], code.index(1)));
    const Variable s = sort_by_norm(code, w, scale, matrices);
    if (!options.vectors) return {.u = w, .s = s, .v = v};
    orthonormalize(code, w, s);
    turn_rows(code, v, {w});
    const Variable inner = transposed(code, w);
    if (square) return {.u = inner, .s = s, .v = v};
    // u = q (inner 0; 0 1)
    const std::int64_t width = options.full ? m : n;
    const Variable u = code.zeros(shape.type, {m, width});
    code.loop(n, width, [&](LoopCode& c, Variable i) { c.put(u, {i, i}, c.number(shape.type, 1)); });
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        c.loop(0, n, [&](LoopCode& d, Variable j) { d.put(u, {i, j}, d.at(inner, {i, j})); });
    });
    multiply_by_reflectors(code, a, tau, 0, u, Reached::AllColumns);
    return {.u = u, .s = s, .v = v};
}

std::vector<Variable> build_svd(LoopCode& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const Variable info = code.variable(code.index(0));
    const bool wide = columns(shape) > rows(shape);
    const Variable tall = wide ? conjugate(code, transposed(code, arrays[0])) : code.array(code.value(arrays[0]));
    const Tall made = decompose_tall(code, tall, options, info);
    if (options.vectors) {
        const Variable u = wide ? transposed(code, made.v) : made.u,
                       vt = conjugate(code, wide ? transposed(code, made.u) : made.v);
        return {arrays[0], made.s, u, vt, info};
    }
    const InferContext context{code.expansion().module(), code.expansion().builder().computation(),
                               code.expansion().instruction()};
    const std::vector<Shape> declared = svd_results(context, options, {shape});
    return {arrays[0], made.s, code.zeros(shape.type, declared[2].dims), code.zeros(shape.type, declared[3].dims),
            info};
}

} // namespace

const LinalgFunction linalg_svd = {
    .ranks = {2}, .results = svd_results, .build = build_svd, .equations = svd_equations};

} // namespace hlo2cpp
