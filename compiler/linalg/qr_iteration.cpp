// The Schur form by QR steps with implicit shifts. A real matrix takes Francis's double shifts, which keep it real, a
// complex one Wilkinson's shifts.
#include "linalg/checks.h"
#include "linalg/hessenberg.h"
#include "linalg/householder.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostSteps = 30; // for each eigenvalue, counting at least 10 of them
constexpr std::int64_t kPatience = 10;  // steps without a new eigenvalue before an exceptional shift

// State of the iteration. `v` is the vector of the next reflector, at the places of the rows that it changes.
struct Iteration {
    ElementType type;
    std::int64_t n;
    SchurForm form;
    Variable v, last; // `last`: the last row of the active part
    Variable steps;   // with the usual shift since the last deflation
    Variable left;    // steps that may still be made

    bool pairs() const { return !is_complex(type); }
};

VectorIn vector(Variable array) {
    return {.at = [=](LoopCode& c, LoopIndex i) { return c.at(array, {i}); },
            .put = [=](LoopCode& c, LoopIndex i, Scalar x) { c.put(array, {i}, x); }};
}

Variable plus(LoopCode& code, Variable index, std::int64_t number) {
    return code.variable(code[index] + code.index(number));
}

Variable smaller(LoopCode& code, Variable a, Variable b) {
    return code.variable(select(code[a] < code[b], code[a], code[b]));
}

// Reflects rows `first` to before `end` by v, and the columns of the same numbers. Returns beta, the new first element
// of v. t is zero in the columns before `first`, and in the rows from `end_row` on.
Variable reflect_both(LoopCode& code, const Iteration& it, Variable first, Variable end, Variable end_row) {
    const VectorIn v = vector(it.v);
    const Reflector h = make_reflector(code, it.type, code.at(it.v, {first}), code[first] + code.index(1), end, v);
    transform(code, code[h.tau], first, end, v, it.form.t, first, end_row);
    if (it.form.q) multiply_by_reflector(code, code[h.tau], first, end, v, *it.form.q, it.n);
    return h.beta;
}

// First row of the unreduced block that ends with `last`; the negligible element left of it becomes zero.
Variable begin_of_block(LoopCode& code, const Iteration& it) {
    const double epsilon = 2 * rounding_unit(it.type),
                 tiny = real_type(it.type) == ElementType::F32 ? 0x1p-100 : 0x1p-960;
    const Variable t = it.form.t, l = code.variable(code[it.last]),
                   found = code.variable(code[it.last] == code.index(0));
    code.loop_while([&](LoopCode& c) { return !c[found]; },
                    [&](LoopCode& c) {
                        const Variable before = plus(c, l, -1);
                        const Scalar diagonal = magnitude(c.at(t, {before, before})) + magnitude(c.at(t, {l, l}));
                        const Scalar size = select(diagonal == 0.0, magnitude(c.at(t, {before, l})), diagonal);
                        const Scalar bound = maximum(size * epsilon, c.number(real_type(it.type), tiny));
                        const Variable small = c.variable(magnitude(c.at(t, {l, before})) <= bound);
                        c.put(t, {l, before}, select(c[small], c.number(it.type, 0), c.at(t, {l, before})));
                        c.set(found, c[small] || (c[before] == c.index(0)));
                        c.set(l, select(c[small], c[l], c[before]));
                    });
    return l;
}

// The 2 by 2 block of a real matrix from row i on: half the difference of its diagonal, its off-diagonal elements, and
// the discriminant, all divided by their size.
struct Block {
    Variable half, above, below, discriminant;
};
Block block_at(LoopCode& code, const Iteration& it, Variable i, Variable next) {
    const Variable t = it.form.t;
    const Scalar p = (code.at(t, {i, i}) - code.at(t, {next, next})) * 0.5;
    const Scalar b = code.at(t, {i, next}), c = code.at(t, {next, i}), sum = abs(p) + abs(b) + abs(c);
    const Variable size = code.variable(select(sum == 0.0, code.number(it.type, 1), sum));
    const Variable half = code.variable(p / code[size]), above = code.variable(b / code[size]),
                   below = code.variable(c / code[size]);
    return {half, above, below, code.variable(code[half] * code[half] + code[above] * code[below])};
}

// Makes the block triangular if its eigenvalues are real, else gives it equal diagonal elements.
void standardize(LoopCode& code, const Iteration& it, Variable i) {
    const Variable t = it.form.t, next = plus(code, i, 1), end = plus(code, i, 2);
    const Block given = block_at(code, it, i, next);
    only_if(code, code.number(it.type, 0) > code[given.discriminant], [&](LoopCode& c) {
        const Variable sum = c.variable(c[given.above] + c[given.below]), twice = c.variable(c[given.half] * 2.0);
        c.put(it.v, {i}, hypotenuse(c[sum], c[twice]) + abs(c[sum]));
        c.put(it.v, {next}, select(c[sum] >= c.number(it.type, 0), -c[twice], c[twice]));
        reflect_both(c, it, i, end, end);
        const Variable mean = c.variable((c.at(t, {i, i}) + c.at(t, {next, next})) * 0.5);
        c.put(t, {i, i}, c[mean]);
        c.put(t, {next, next}, c[mean]);
    });
    const Block equal = block_at(code, it, i, next);
    only_if(code, code[equal.discriminant] >= code.number(it.type, 0), [&](LoopCode& c) {
        c.put(it.v, {i}, c[equal.half] + with_sign(sqrt(c[equal.discriminant]), c[equal.half]));
        c.put(it.v, {next}, c[equal.below]);
        reflect_both(c, it, i, end, end);
        c.put(t, {next, i}, c.number(it.type, 0));
    });
}

Scalar is_stuck(LoopCode& code, const Iteration& it) {
    return code[it.steps] == code.index(kPatience);
}

// First column of (t - x)(t - y), where x and y are the eigenvalues of the last 2 by 2 block, or exceptional shifts if
// the iteration is stuck.
void put_double_shift(LoopCode& code, const Iteration& it, Variable first) {
    const Variable t = it.form.t, last = it.last, one = plus(code, last, -1), two = plus(code, last, -2);
    const auto at = [&](Variable i, Variable j) { return code.at(t, {i, j}); };
    const Variable stuck = code.variable(is_stuck(code, it));
    const Variable sum = code.variable((abs(at(last, one)) + abs(at(one, two))) * 0.75);
    const Variable x = code.variable(at(last, last) + select(code[stuck], code[sum], code.number(it.type, 0)));
    const Variable y = code.variable(select(code[stuck], code[x], at(one, one)));
    const Variable w =
        code.variable(select(code[stuck], code[sum] * code[sum] * (-0.4375 / 0.5625), at(last, one) * at(one, last)));
    const Variable next = plus(code, first, 1), third = plus(code, first, 2);
    const Variable p = code.variable(code[x] - at(first, first)), q = code.variable(code[y] - at(first, first));
    const Variable size = code.variable(abs(code[p]) + abs(code[q]) + sqrt(abs(code[w])) + abs(at(next, first)));
    const Variable below = code.variable(at(next, first) / code[size]);
    code.put(it.v, {first}, code[p] / code[size] * code[q] - code[w] / code[size] + at(first, next) * code[below]);
    code.put(it.v, {next}, code[below] * (at(next, next) - at(first, first) - code[p] - code[q]));
    code.put(it.v, {third}, code[below] * at(third, next));
}

// First column of t - x, where x is the eigenvalue of the last 2 by 2 block closer to its last element.
void put_single_shift(LoopCode& code, const Iteration& it, Variable first) {
    const Variable t = it.form.t, last = it.last, one = plus(code, last, -1), next = plus(code, first, 1);
    const Variable corner = code.variable(code.at(t, {last, last})), below = code.variable(code.at(t, {last, one}));
    const Scalar half_of_two = code.number(it.type, 0.5);
    const Variable half = code.variable((code.at(t, {one, one}) - code[corner]) * half_of_two);
    const Variable product = code.variable(code.at(t, {one, last}) * code[below]);
    const Variable root = code.variable(sqrt(code[half] * code[half] + code[product]));
    const Scalar away = real(code[half]) * real(code[root]) + imag(code[half]) * imag(code[root]);
    const Variable sum = code.variable(
        select(code.number(real_type(it.type), 0) > away, code[half] - code[root], code[half] + code[root]));
    const Variable none = code.variable(magnitude(code[sum]) == 0.0);
    const Scalar safe = select(code[none], code.number(it.type, 1), code[sum]);
    const Scalar close = select(code[none], code[corner], code[corner] - code[product] / safe);
    const Scalar other = code[corner] + to(it.type, magnitude(code[below]) * 0.75);
    code.put(it.v, {first}, code.at(t, {first, first}) - select(is_stuck(code, it), other, close));
    code.put(it.v, {next}, code.at(t, {next, first}));
}

// One QR step on the rows from `first` to `last`: a reflector maps the first column of a polynomial of t to a multiple
// of a unit vector; the others chase the bulge below the subdiagonal down and out.
void qr_step(LoopCode& code, const Iteration& it, Variable first) {
    const std::int64_t width = it.pairs() ? 3 : 2;
    if (it.pairs())
        put_double_shift(code, it, first);
    else
        put_single_shift(code, it, first);
    const Variable t = it.form.t, behind = plus(code, it.last, 1);
    code.loop(first, it.last, [&](LoopCode& c, Variable k) {
        const Variable wide = plus(c, k, width), wider = plus(c, k, width + 1);
        const Variable end = smaller(c, wide, behind), end_row = smaller(c, wider, behind), before = plus(c, k, -1);
        const Variable inside = c.variable(c[k] > c[first]);
        only_if(c, c[inside], [&](LoopCode& d) {
            d.loop(k, end, [&](LoopCode& f, Variable i) { f.put(it.v, {i}, f.at(t, {i, before})); });
        });
        const Variable beta = reflect_both(c, it, k, end, end_row);
        only_if(c, c[inside], [&](LoopCode& d) {
            d.put(t, {k, before}, to(it.type, d[beta]));
            d.loop(d[k] + d.index(1), end, [&](LoopCode& f, Variable i) {
                f.put(t, {i, before}, f.number(it.type, 0));
            });
        });
    });
}

// Deflates a block of one or two rows at the end, or makes a step.
void advance(LoopCode& code, const Iteration& it, Variable info) {
    const Variable first = begin_of_block(code, it);
    const Variable done = code.variable(code[first] + code.index(it.pairs() ? 1 : 0) >= code[it.last]);
    if (it.pairs())
        only_if(code, code[done] && (code[first] != code[it.last]), [&](LoopCode& c) { standardize(c, it, first); });
    only_if(code, !code[done], [&](LoopCode& c) {
        c.set(it.steps, c[it.steps] + c.index(1));
        c.set(it.left, c[it.left] - c.index(1));
        qr_step(c, it, first);
    });
    const Variable failed = code.variable(!code[done] && (code[it.left] == code.index(0)));
    code.set(info, select(code[failed], code[it.last] + code.index(1), code[info]));
    code.set(it.steps, select(code[done] || is_stuck(code, it), code.index(0), code[it.steps]));
    const Scalar rest = select(code[done], code[first] - code.index(1), code[it.last]);
    code.set(it.last, select(code[failed], code.index(-1), rest));
}

} // namespace

SchurForm schur_form(LoopCode& code, Variable a, bool vectors, Variable info) {
    const Shape shape = code.shape(a);
    const std::int64_t n = rows(shape);
    const Variable tau = code.zeros(shape.type, {std::max<std::int64_t>(n - 1, 0)});
    reduce_to_hessenberg(code, a, tau, 0, n);
    SchurForm form = {.t = a, .q = {}};
    if (vectors) {
        form.q = identity(code, shape.type, n, n);
        multiply_by_reflectors(code, a, tau, 1, *form.q, Reached::Part);
    }
    code.loop(2, n, [&](LoopCode& c, Variable i) {
        c.loop(0, c[i] - c.index(1), [&](LoopCode& d, Variable j) { d.put(a, {i, j}, d.number(shape.type, 0)); });
    });
    if (n < 2) return form;
    const Iteration it = {.type = shape.type,
                          .n = n,
                          .form = form,
                          .v = code.zeros(shape.type, {n}),
                          .last = code.variable(select(code[info] == code.index(0), code.index(n - 1), code.index(-1))),
                          .steps = code.variable(code.index(0)),
                          .left = code.variable(code.index(kMostSteps * std::max<std::int64_t>(n, 10)))};
    code.loop_while([&](LoopCode& c) { return c[it.last] >= c.index(0); }, [&](LoopCode& c) { advance(c, it, info); });
    return form;
}

Scalar imaginary_eigenvalue(LoopCode& code, Variable t, Variable i) {
    const std::int64_t n = rows(code.shape(t));
    const ElementType type = code.shape(t).type;
    const Scalar zero = code.number(type, 0), none = code.index(0);
    const Scalar first = code[i] - code.index(1), behind = code[i] + code.index(1), end = code.index(n - 1);
    const Scalar up = select(first < none, none, first), down = select(behind > end, end, behind);
    // If i is the last row, its own element replaces the one below, and is not used.
    const Scalar below = select(code[i] < end, code.at(t, {down, i}), zero);
    const Scalar beside = select(code[i] > none, code.at(t, {i, up}), zero);
    const Scalar upper = sqrt(abs(code.at(t, {i, down}))) * sqrt(abs(below));
    const Scalar lower = sqrt(abs(code.at(t, {up, i}))) * sqrt(abs(beside));
    return select(below == 0.0, zero - lower, upper);
}

Variable bring_into_range(LoopCode& code, Variable matrix, Variable info) {
    const Shape shape = code.shape(matrix);
    const ElementType part = real_type(shape.type);
    constexpr double high = 0x1p20;
    const Variable largest = code.variable(code.number(part, 0));
    code.loop(0, rows(shape), [&](LoopCode& c, Variable i) {
        c.loop(0, columns(shape), [&](LoopCode& d, Variable j) {
            const Scalar x = d.at(matrix, {i, j});
            d.set(largest, maximum(d[largest], largest_part(x)));
        });
    });
    const Scalar finite = code[largest] * code.number(part, 0) == 0.0;
    code.set(info, select(finite, code[info], code.index(1)));
    const Scalar outside = (code[largest] > high) || (code.number(part, 1 / high) > code[largest]);
    const Variable scale = code.variable(select(outside && (code[largest] > 0.0), code[largest], code.number(part, 1)));
    code.loop(0, rows(shape), [&](LoopCode& c, Variable i) {
        c.loop(0, columns(shape), [&](LoopCode& d, Variable j) {
            d.put(matrix, {i, j}, d.at(matrix, {i, j}) / to(shape.type, d[scale]));
        });
    });
    return scale;
}

} // namespace hlo2cpp
