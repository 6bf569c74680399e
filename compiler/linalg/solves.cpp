// trsm: op(a) x = b or x op(a) = b with a triangle of a. gtsv: a x = b with a tridiagonal a and partial pivoting;
// tridiagonal_solve_perturbed: likewise, but finite even if a is singular.
#include "evaluate/linear_algebra.h"
#include "linalg/checks.h"

namespace hlo2cpp {
namespace {

std::vector<Shape> triangular_results(const InferContext& context, const LinalgOptions& options,
                                      const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    const std::int64_t side = options.left ? rows(arrays[1]) : columns(arrays[1]);
    if (side != rows(arrays[0]) || arrays[0].type != arrays[1].type)
        context.fail(to_string(arrays[1]) + " does not fit the triangle of " + to_string(arrays[0]));
    return {arrays[1]};
}

// x replaces b, row by row of op(a), which is lower or upper triangular.
std::vector<Variable> build_triangular(LoopCode& code, const LinalgOptions& o, const std::vector<Variable>& arrays) {
    const Variable a = arrays[0], b = arrays[1];
    const std::int64_t n = rows(code.shape(a)), count = o.left ? columns(code.shape(b)) : rows(code.shape(b));
    const auto coefficient = [&](LoopCode& c, Variable i, Variable k) { // the factor of x_k in the equation of x_i
        const bool swapped = o.transpose == o.left;
        const Scalar x = swapped ? c.at(a, {k, i}) : c.at(a, {i, k});
        return o.conjugate ? conj(x) : x;
    };
    const auto at = [&](LoopCode& c, Variable i, Variable r) { return o.left ? c.at(b, {i, r}) : c.at(b, {r, i}); };
    const auto put = [&](LoopCode& c, Variable i, Variable r, Scalar x) {
        if (o.left)
            c.put(b, {i, r}, x);
        else
            c.put(b, {r, i}, x);
    };
    // Calls visit(code, k) for each x_k that x_i depends on.
    const auto each_known = [&](LoopCode& c, Variable i, bool forward, const LoopCode::IndexedBody& visit) {
        if (forward)
            c.loop(0, i, visit);
        else
            c.loop(c[i] + c.index(1), n, visit);
    };
    const auto solve_one = [&](LoopCode& c, Variable i, bool forward) {
        c.loop(0, count, [&](LoopCode& d, Variable r) {
            const Variable sum = d.variable(at(d, i, r));
            each_known(d, i, forward,
                       [&](LoopCode& f, Variable k) { f.set(sum, f[sum] - coefficient(f, i, k) * at(f, k, r)); });
            put(d, i, r, o.unit_diagonal ? d[sum] : d[sum] / coefficient(d, i, i));
        });
    };
    // Right sides are contiguous.
    const auto solve_row = [&](LoopCode& c, Variable i, bool forward) {
        each_known(c, i, forward, [&](LoopCode& d, Variable k) {
            const Variable factor = d.variable(coefficient(d, i, k));
            d.loop(0, count, [&](LoopCode& f, Variable r) { put(f, i, r, at(f, i, r) - f[factor] * at(f, k, r)); });
        });
        if (o.unit_diagonal) return;
        const Variable divisor = c.variable(coefficient(c, i, i));
        c.loop(0, count, [&](LoopCode& d, Variable r) { put(d, i, r, at(d, i, r) / d[divisor]); });
    };
    const auto solve = [&](LoopCode& c, Variable i, bool forward) {
        if (o.left && count > 1)
            solve_row(c, i, forward);
        else
            solve_one(c, i, forward);
    };
    const bool forward = o.lower == (o.transpose != o.left);
    if (forward)
        code.loop(0, n, [&](LoopCode& c, Variable i) { solve(c, i, true); });
    else if (n > 0)
        code.loop_down(n - 1, 0, [&](LoopCode& c, Variable i) { solve(c, i, false); });
    return {b};
}

std::vector<Shape> tridiagonal_solve_results(const InferContext& context, const LinalgOptions&,
                                             const std::vector<Shape>& arrays) {
    require_type(context, arrays[0]);
    for (std::size_t i = 1; i < 3; ++i) require_equal(context, arrays[i], arrays[0]);
    if (rows(arrays[3]) != rows(arrays[0]) || arrays[3].type != arrays[0].type)
        context.fail(to_string(arrays[3]) + " does not fit diagonals of " + to_string(arrays[0]));
    return {arrays[0], arrays[1], arrays[2], arrays[3], scalar_info()};
}

// Diagonals of a matrix: dl[i] stands below d[i - 1], du[i] above d[i + 1], second[i] above du[i + 1].
struct Bands {
    Variable dl, d, du, second, b;
    ElementType type;
    std::int64_t n, count; // of rows, and of right sides
};

// Eliminates row i + 1 by row i, after a swap if row i + 1 has the larger first element; swaps fill the second upper
// diagonal.
void eliminate(LoopCode& code, const Bands& m) {
    code.loop(0, m.n - 1, [&](LoopCode& c, Variable i) {
        const Variable below = c.variable(c[i] + c.index(1));
        const Variable x = c.variable(c.at(m.d, {i})), y = c.variable(c.at(m.dl, {below}));
        const Variable swap = c.variable(magnitude(c[y]) > magnitude(c[x]));
        const Variable pivot = c.variable(select(c[swap], c[y], c[x]));
        const Scalar factor = select(c[swap], c[x], c[y]) / c[pivot];
        const Variable l = c.variable(select(c[pivot] == 0.0, c.number(m.type, 0), factor));
        // Columns i + 1 and i + 2 of both rows.
        const Scalar top = c.at(m.du, {i}), next = c.at(m.d, {below}), beyond = c.at(m.du, {below});
        const Scalar zero = c.number(m.type, 0), last = select(c[i] + c.index(2) < c.index(m.n), beyond, zero);
        const Variable u = c.variable(select(c[swap], next, top)), lower = c.variable(select(c[swap], top, next));
        const Variable u2 = c.variable(select(c[swap], last, zero)), lower2 = c.variable(select(c[swap], zero, last));
        c.put(m.d, {i}, c[pivot]);
        c.put(m.du, {i}, c[u]);
        c.put(m.second, {i}, c[u2]);
        c.put(m.d, {below}, c[lower] - c[l] * c[u]);
        c.put(m.du, {below}, c[lower2] - c[l] * c[u2]);
        c.put(m.dl, {below}, c[l]);
        c.loop(0, m.count, [&](LoopCode& f, Variable r) {
            const Scalar above = f.at(m.b, {i, r}), under = f.at(m.b, {below, r});
            const Variable kept = f.variable(select(f[swap], under, above));
            const Variable changed = f.variable(select(f[swap], above, under) - f[l] * f[kept]);
            f.put(m.b, {i, r}, f[kept]);
            f.put(m.b, {below, r}, f[changed]);
        });
    });
}

// Back substitution. `before_division` sees each row just before its right sides are divided by the pivot.
void substitute(LoopCode& code, const Bands& m, const LoopCode::IndexedBody& before_division) {
    if (m.n == 0) return;
    code.loop_down(m.n - 1, 0, [&](LoopCode& c, Variable i) {
        const Scalar at = c[i], end = c.index(m.n - 1);
        const Variable has_one = c.variable(at < end), has_two = c.variable(at + c.index(1) < end);
        const Variable one = c.variable(select(c[has_one], at + c.index(1), end));
        const Variable two = c.variable(select(c[has_two], at + c.index(2), end));
        const Variable first = c.variable(c.at(m.du, {i})), far = c.variable(c.at(m.second, {i}));
        c.loop(0, m.count, [&](LoopCode& f, Variable r) {
            const Scalar none = f.number(m.type, 0);
            const Scalar next = select(f[has_one], f[first] * f.at(m.b, {one, r}), none);
            const Scalar beyond = select(f[has_two], f[far] * f.at(m.b, {two, r}), none);
            f.put(m.b, {i, r}, f.at(m.b, {i, r}) - next - beyond);
        });
        before_division(c, i);
        c.loop(0, m.count, [&](LoopCode& f, Variable r) { f.put(m.b, {i, r}, f.at(m.b, {i, r}) / f.at(m.d, {i})); });
    });
}

Bands bands_of(LoopCode& code, const std::vector<Variable>& arrays) {
    const Shape d = code.shape(arrays[1]);
    return {.dl = arrays[0],
            .d = arrays[1],
            .du = arrays[2],
            .second = code.zeros(d.type, {rows(d)}),
            .b = arrays[3],
            .type = d.type,
            .n = rows(d),
            .count = columns(code.shape(arrays[3]))};
}

std::vector<Variable> build_tridiagonal_solve(LoopCode& code, const LinalgOptions&,
                                              const std::vector<Variable>& arrays) {
    const Variable info = code.variable(code.index(0));
    const Bands m = bands_of(code, arrays);
    eliminate(code, m);
    code.loop(0, m.n, [&](LoopCode& c, Variable i) {
        c.set(info, select((c[info] == c.index(0)) && (c.at(m.d, {i}) == 0.0), c[i] + c.index(1), c[info]));
    });
    substitute(code, m, [](LoopCode&, Variable) {});
    return {m.dl, m.d, m.du, m.b, info};
}

std::vector<Shape> perturbed_results(const InferContext& context, const LinalgOptions& options,
                                     const std::vector<Shape>& arrays) {
    tridiagonal_solve_results(context, options, arrays);
    return {arrays[3]};
}

// Perturbs small pivots as LAPACK's lagts does: if a right side would overflow, the pivot grows by the rounding error
// of the matrix, and then by twice as much until it suffices.
std::vector<Variable> build_perturbed(LoopCode& code, const LinalgOptions&, const std::vector<Variable>& arrays) {
    const Bands m = bands_of(code, arrays);
    const ElementType part = real_type(m.type);
    const double tiny = part == ElementType::F32 ? 0x1p-126 : 0x1p-1022;
    eliminate(code, m);
    const Variable largest = code.variable(code.number(part, tiny));
    code.loop(0, m.n, [&](LoopCode& c, Variable i) {
        for (const Variable band : {m.d, m.du, m.second}) c.set(largest, maximum(c[largest], abs(c.at(band, {i}))));
    });
    const Scalar rounding = code[largest] * (2 * rounding_unit(part));
    const Variable least = code.variable(maximum(rounding, code.number(part, tiny)));
    substitute(code, m, [&](LoopCode& c, Variable i) {
        const Variable pivot = c.variable(c.at(m.d, {i})), right = c.variable(c.number(part, 0));
        c.loop(0, m.count, [&](LoopCode& f, Variable r) { f.set(right, maximum(f[right], abs(f.at(m.b, {i, r})))); });
        const Variable more = c.variable(with_sign(c[least], real(c[pivot])));
        const auto overflows = [&](LoopCode& f) {
            const Scalar size = abs(f[pivot]);
            return (size == 0.0) || ((f[right] * tiny > size) && (f.number(part, 1) > size));
        };
        c.loop_while(overflows, [&](LoopCode& f) {
            f.set(pivot, f[pivot] + to(m.type, f[more]));
            f.set(more, f[more] * 2.0);
        });
        c.put(m.d, {i}, c[pivot]);
    });
    return {m.b};
}

} // namespace

const LinalgFunction linalg_triangular_solve = {
    .ranks = {2, 2}, .results = triangular_results, .build = build_triangular, .evaluate = evaluate_triangular};
const LinalgFunction linalg_tridiagonal_solve = {.ranks = {1, 1, 1, 2},
                                                 .results = tridiagonal_solve_results,
                                                 .build = build_tridiagonal_solve,
                                                 .evaluate = evaluate_tridiagonal};

const LinalgFunction linalg_tridiagonal_solve_perturbed = {
    .ranks = {1, 1, 1, 2}, .results = perturbed_results, .build = build_perturbed, .evaluate = evaluate_perturbed};

} // namespace hlo2cpp
