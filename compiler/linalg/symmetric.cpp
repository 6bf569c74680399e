// sytrd: q^H a q is tridiagonal. syevd and Eigh: a v = v diag(w) of a symmetric (Hermitian) a, by sytrd and implicit QL
// steps; w rises. info counts eigenvalues that have not converged after 30 steps each.
#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/householder.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostQlSteps = 30; // QL steps for each eigenvalue
constexpr std::int64_t kLeastPaired = 8;  // shortest row for which two rotations in one pass pay

std::vector<Shape> tridiagonal_results(const InferContext& context, const LinalgOptions&,
                                       const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    const std::int64_t n = rows(arrays[0]), less = std::max<std::int64_t>(n - 1, 0);
    const ElementType part = real_type(arrays[0].type);
    return {arrays[0], Shape::array(part, {n}), Shape::array(part, {less}), Shape::array(arrays[0].type, {less}),
            scalar_info()};
}

struct Tridiagonal {
    Variable d, e, tau; // e[i] stands beside d[i] and d[i + 1]; e has an element more, which is 0
};

// Reduces a to tridiagonal form. Reflector i is column i below the diagonal.
Tridiagonal reduce(LoopCode& code, Variable a) {
    const Shape shape = code.shape(a);
    const std::int64_t n = rows(shape), less = std::max<std::int64_t>(n - 1, 0);
    const ElementType part = real_type(shape.type);
    const Tridiagonal t = {
        .d = code.zeros(part, {n}), .e = code.zeros(part, {n}), .tau = code.zeros(shape.type, {less})};
    // A reflector changes a := a - v w^H - w v^H. The next column changes at once; the columns behind it change in the
    // pass that computes the next w. Until then v_before and w_before keep the vectors.
    const auto vector = [&] { return code.zeros(shape.type, {n}); };
    const Variable v = vector(), w = vector(), v_before = vector(), w_before = vector();
    code.loop(0, less, [&](LoopCode& c, Variable k) {
        const Variable next = c.variable(c[k] + c.index(1));
        const Reflector h = make_reflector(c, shape.type, c.at(a, {next, k}), c[k] + c.index(2), n, column_of(a, k));
        c.put(t.e, {k}, c[h.beta]);
        c.put(t.d, {k}, real(c.at(a, {k, k})));
        c.put(t.tau, {k}, c[h.tau]);
        c.put(a, {next, k}, c.number(shape.type, 1));
        c.loop(next, n, [&](LoopCode& f, Variable i) {
            f.put(v, {i}, f.at(a, {i, k}));
            f.put(w, {i}, f.number(shape.type, 0));
        });
        c.put(a, {next, k}, to(shape.type, c[h.beta]));
        c.loop(next, n, [&](LoopCode& f, Variable i) { // a as it is now, w = a v
            const Variable x = f.variable(f.at(v_before, {i})), y = f.variable(f.at(w_before, {i})),
                           factor = f.variable(f.at(v, {i}));
            f.loop(next, n, [&](LoopCode& g, Variable j) {
                const Scalar change = g[x] * conj(g.at(w_before, {j})) + g[y] * conj(g.at(v_before, {j}));
                const Variable element = g.variable(g.at(a, {i, j}) - change);
                g.put(a, {i, j}, g[element]);
                g.put(w, {j}, g.at(w, {j}) + conj(g[element]) * g[factor]);
            });
        });
        // w := tau w - (tau / 2) (tau v^H w) v
        const Variable product = c.variable(c.number(shape.type, 0));
        c.loop(next, n, [&](LoopCode& f, Variable i) {
            f.set(product, f[product] + conj(f[h.tau] * f.at(w, {i})) * f.at(v, {i}));
        });
        const Variable half = c.variable(c[h.tau] * c[product] * -0.5);
        c.loop(next, n,
               [&](LoopCode& f, Variable i) { f.put(w, {i}, f[h.tau] * f.at(w, {i}) + f[half] * f.at(v, {i})); });
        const Variable first = c.variable(conj(c.at(w, {next})));
        c.loop(next, n, [&](LoopCode& f, Variable i) { // the next column, where v is 1 at its first element
            const Variable x = f.variable(f.at(v, {i})), y = f.variable(f.at(w, {i}));
            f.put(a, {i, next}, f.at(a, {i, next}) - (f[x] * f[first] + f[y]));
            f.put(v_before, {i}, f[x]);
            f.put(w_before, {i}, f[y]);
        });
    });
    if (n > 0) code.put(t.d, {n - 1}, real(code.at(a, {n - 1, n - 1})));
    return t;
}

// Calls visit(code, i, j) for each element below the diagonal.
void below_diagonal(LoopCode& code, std::int64_t n, const std::function<void(LoopCode&, Variable, Variable)>& visit) {
    code.loop(1, n, [&](LoopCode& c, Variable i) { c.loop(0, i, [&](LoopCode& d, Variable j) { visit(d, i, j); }); });
}

// Makes one triangle of a the adjoint of the other one; imaginary parts on the diagonal are ignored.
void complete(LoopCode& code, Variable a, bool lower) {
    const Shape shape = code.shape(a);
    if (is_complex(shape.type))
        code.loop(0, rows(shape), [&](LoopCode& c, Variable i) {
            const Scalar diagonal = real(c.at(a, {i, i}));
            c.put(a, {i, i}, to(shape.type, diagonal));
        });
    below_diagonal(code, rows(shape), [&](LoopCode& c, Variable i, Variable j) {
        if (lower)
            c.put(a, {j, i}, conj(c.at(a, {i, j})));
        else
            c.put(a, {i, j}, conj(c.at(a, {j, i})));
    });
}

std::vector<Variable> build_tridiagonal(LoopCode& code, const LinalgOptions& options,
                                        const std::vector<Variable>& arrays) {
    const std::int64_t n = rows(code.shape(arrays[0])), less = std::max<std::int64_t>(n - 1, 0);
    const Variable a = arrays[0];
    Expansion& e = code.expansion();
    // LAPACK works on an upper triangle from its end: element (i, j) is taken from (n - 1 - j, n - 1 - i).
    const auto turned = [&](InstructionId matrix) { return conjugate(e, e.reverse(e.reverse(matrix, 0), 1)); };
    const Variable whole = code.array(options.lower ? code.value(a) : turned(code.value(a)));
    complete(code, whole, true);
    Tridiagonal t = reduce(code, whole);
    if (!options.lower) {
        t.d = code.array(e.reverse(code.value(t.d), 0));
        t.e = code.array(e.concatenate(
            {e.reverse(e.slice(code.value(t.e), 0, 0, less), 0), e.slice(code.value(t.e), 0, less, n)}, 0));
        t.tau = code.array(conjugate(e, less > 0 ? e.reverse(code.value(t.tau), 0) : code.value(t.tau)));
    }
    const Variable made = options.lower ? whole : code.array(turned(code.value(whole)));
    code.loop(0, n, [&](LoopCode& c, Variable i) {
        c.put(a, {i, i}, c.at(made, {i, i}));
        c.loop(0, i, [&](LoopCode& d, Variable j) {
            if (options.lower)
                d.put(a, {i, j}, d.at(made, {i, j}));
            else
                d.put(a, {j, i}, d.at(made, {j, i}));
        });
    });
    const Variable beside = code.array(e.slice(code.value(t.e), 0, 0, less));
    return {a, t.d, beside, t.tau, code.variable(code.index(0))};
}

std::vector<Shape> eigen_results(const InferContext& context, const LinalgOptions&, const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    return {arrays[0], Shape::array(real_type(arrays[0].type), {rows(arrays[0])}), scalar_info()};
}

// A rotation of two neighbouring rows.
struct Rotation {
    Variable sine, cosine;
    Scalar lower(LoopCode& c, Variable below, Variable above) const {
        return c[sine] * c[above] + c[cosine] * c[below];
    }
    Scalar upper(LoopCode& c, Variable below, Variable above) const {
        return c[cosine] * c[above] - c[sine] * c[below];
    }
};

// Applies two consecutive rotations to three rows in one pass; the middle row's element stays in a register.
void turn_three_rows(LoopCode& code, Variable v, Variable row, const Rotation& first, const Rotation& second) {
    const Variable above = code.variable(code[row] - code.index(1)), top = code.variable(code[row] - code.index(2));
    code.loop(0, columns(code.shape(v)), [&](LoopCode& c, Variable j) {
        const Variable x = c.variable(c.at(v, {row, j})), y = c.variable(c.at(v, {above, j})),
                       z = c.variable(c.at(v, {top, j}));
        c.put(v, {row, j}, first.lower(c, x, y));
        const Variable between = c.variable(first.upper(c, x, y));
        c.put(v, {above, j}, second.lower(c, between, z));
        c.put(v, {top, j}, second.upper(c, between, z));
    });
}

void turn_two_rows(LoopCode& code, Variable v, Variable row, const Rotation& rotation) {
    const Variable above = code.variable(code[row] - code.index(1));
    code.loop(0, columns(code.shape(v)), [&](LoopCode& c, Variable j) {
        const Variable x = c.variable(c.at(v, {row, j})), y = c.variable(c.at(v, {above, j}));
        c.put(v, {row, j}, rotation.lower(c, x, y));
        c.put(v, {above, j}, rotation.upper(c, x, y));
    });
}

// One QL step with a shift on rows l to m; its rotations also rotate rows of v. A rotation depends on the one before,
// so a superscalar processor rotates rows of v meanwhile.
void ql_step(LoopCode& code, ElementType type, const Tridiagonal& t, Variable v, Variable l, Variable m) {
    const ElementType part = real_type(type);
    const Variable next = code.variable(code[l] + code.index(1));
    const Scalar beside = code.at(t.e, {l}), at_l = code.at(t.d, {l});
    const Variable ratio = code.variable((code.at(t.d, {next}) - at_l) / (beside * 2.0));
    const Scalar root =
        sqrt(code[ratio] * code[ratio] + 1.0); // infinite if the element beside the diagonal is negligible
    const Variable g = code.variable(code.at(t.d, {m}) - at_l + beside / (code[ratio] + with_sign(root, code[ratio])));
    const Variable s = code.variable(code.number(part, 1)), c = code.variable(code.number(part, 1)),
                   p = code.variable(code.number(part, 0));
    const auto rotation = [&](LoopCode& o, Variable above) {
        const Variable i = o.variable(o[above] - o.index(1));
        const Variable f = o.variable(o[s] * o.at(t.e, {i})), b = o.variable(o[c] * o.at(t.e, {i}));
        const Variable r = o.variable(hypotenuse(o[f], o[g]));
        o.put(t.e, {above}, o[r]);
        const Variable zero = o.variable(o[r] == 0.0); // both are zero: the rotation is the identity
        const Variable safe = o.variable(select(o[zero], o.number(part, 1), o[r]));
        o.set(s, o[f] / o[safe]);
        o.set(c, select(o[zero], o.number(part, 1), o[g] / o[safe]));
        o.set(g, o.at(t.d, {above}) - o[p]);
        const Variable q = o.variable((o.at(t.d, {i}) - o[g]) * o[s] + o[c] * o[b] * 2.0);
        o.set(p, o[s] * o[q]);
        o.put(t.d, {above}, o[g] + o[p]);
        o.set(g, o[c] * o[q] - o[b]);
    };
    const auto turn = [&](LoopCode& o, Variable sine, Variable cosine) {
        return Rotation{o.variable(to(type, o[sine])), o.variable(to(type, o[cosine]))};
    };
    const Variable row = code.variable(code[m]), s_before = code.variable(code[s]), c_before = code.variable(code[c]);
    const auto one = [&](LoopCode& o) {
        rotation(o, row);
        turn_two_rows(o, v, row, turn(o, s, c));
        o.set(row, o[row] - o.index(1));
    };
    const auto two_or_one = [&](LoopCode& o) {
        const Variable two = o.variable(o[row] - o[l] > o.index(1));
        o.loop(0, select(o[two], o.index(2), o.index(1)), [&](LoopCode& k, Variable i) {
            k.set(s_before, k[s]);
            k.set(c_before, k[c]);
            rotation(k, k.variable(k[row] - k[i]));
        });
        const Rotation last = turn(o, s, c), before = turn(o, s_before, c_before);
        only_if(o, o[two], [&](LoopCode& k) { turn_three_rows(k, v, row, before, last); });
        only_if(o, !o[two], [&](LoopCode& k) { turn_two_rows(k, v, row, last); });
        o.set(row, o[row] - o.index(2));
    };
    const bool paired = columns(code.shape(v)) >= kLeastPaired;
    code.loop_while([&](LoopCode& o) { return o[row] > o[l]; }, [&](LoopCode& o) { paired ? two_or_one(o) : one(o); });
    code.put(t.d, {l}, code.at(t.d, {l}) - code[p]);
    code.put(t.e, {l}, code[g]);
    code.put(t.e, {m}, code.number(part, 0));
}

// First row from l on with a negligible off-diagonal element below, or the last row.
Variable end_of_block(LoopCode& code, const Tridiagonal& t, Variable l, std::int64_t n, double epsilon) {
    const Variable m = code.variable(code[l]), found = code.variable(code[l] >= code.index(n - 1));
    code.loop_while([&](LoopCode& c) { return !c[found]; },
                    [&](LoopCode& c) {
                        const Variable next = c.variable(c[m] + c.index(1));
                        const Scalar size = abs(c.at(t.d, {m})) + abs(c.at(t.d, {next}));
                        const Variable small = c.variable(abs(c.at(t.e, {m})) <= size * epsilon);
                        c.set(m, select(c[small], c[m], c[next]));
                        c.set(found, c[small] || (c[m] >= c.index(n - 1)));
                    });
    return m;
}

void diagonalize(LoopCode& code, ElementType type, const Tridiagonal& t, Variable v, Variable info) {
    const std::int64_t n = rows(code.shape(t.d));
    const double epsilon = rounding_unit(type);
    code.loop(0, n, [&](LoopCode& c, Variable l) {
        const Variable m = c.variable(c.index(n)), rounds = c.variable(c.index(0));
        c.loop_while([&](LoopCode& o) { return (o[m] != o[l]) && (o[rounds] <= o.index(kMostQlSteps)); },
                     [&](LoopCode& o) {
                         o.set(m, o[end_of_block(o, t, l, n, epsilon)]);
                         const Scalar left = (o[m] != o[l]) && (o[rounds] < o.index(kMostQlSteps));
                         only_if(o, left, [&](LoopCode& k) { ql_step(k, type, t, v, l, m); });
                         o.set(rounds, o[rounds] + o.index(1));
                     });
        c.set(info, c[info] + select(c[m] != c[l], c.index(1), c.index(0)));
    });
}

std::vector<Variable> build_eigen(LoopCode& code, const LinalgOptions& options, const std::vector<Variable>& arrays) {
    const Variable info = code.variable(code.index(0)), a = arrays[0];
    complete(code, a, options.lower);
    const ElementType type = code.shape(a).type;
    const Tridiagonal t = reduce(code, a);
    const std::int64_t n = rows(code.shape(a));
    const Variable v = identity(code, type, n, n);
    multiply_by_reflectors(code, a, t.tau, 1, v, Reached::Part);
    transpose(code, v); // eigenvectors become rows, which are contiguous
    diagonalize(code, type, t, v, info);
    sort_rows(code, t.d, Order::Rising, {v});
    turn_rows(code, v, {});
    transpose(code, v);
    return {v, t.d, info};
}

} // namespace

const LinalgFunction linalg_tridiagonal = {
    .ranks = {2}, .results = tridiagonal_results, .build = build_tridiagonal, .equations = tridiagonal_equations};
const LinalgFunction linalg_eigh = {
    .ranks = {2}, .results = eigen_results, .build = build_eigen, .equations = eigh_equations};

} // namespace hlo2cpp
