#include "linalg/householder.h"

#include "linalg/checks.h"

namespace hlo2cpp {
VectorIn column_of(Variable matrix, Variable column) {
    return {.at =
                [=](LoopCode& c, LoopIndex i) {
                    return c.at(matrix, {i, column});
                },
            .put =
                [=](LoopCode& c, LoopIndex i, Scalar x) {
                    c.put(matrix, {i, column}, x);
                }};
}

VectorIn adjoint_of_row(Variable matrix, Variable row) {
    return {.at =
                [=](LoopCode& c, LoopIndex i) {
                    return conj(c.at(matrix, {row, i}));
                },
            .put =
                [=](LoopCode& c, LoopIndex i, Scalar x) {
                    c.put(matrix, {row, i}, conj(x));
                }};
}

Variable norm_of(LoopCode& code, ElementType type, LoopIndex begin, LoopIndex end, const VectorIn& x) {
    const ElementType part = real_type(type);
    const Variable largest = code.variable(code.number(part, 0)), sum = code.variable(code.number(part, 0));
    code.loop(begin, end, [&](LoopCode& c, Variable i) {
        const Scalar y = x.at(c, i);
        c.set(largest, maximum(c[largest], largest_part(y)));
    });
    const Variable scale = code.variable(select(code[largest] == 0.0, code.number(part, 1), code[largest]));
    code.loop(begin, end, [&](LoopCode& c, Variable i) {
        const Scalar y = x.at(c, i), re = real(y) / c[scale], im = imag(y) / c[scale];
        c.set(sum, c[sum] + (re * re + im * im));
    });
    return code.variable(code[largest] * sqrt(code[sum]));
}

namespace {

// Scale of the vector: its largest part if squares would overflow or lose bits, else 1.
Variable scale_of(LoopCode& code, ElementType type, Variable alpha, LoopIndex begin, LoopIndex end, const VectorIn& x) {
    const ElementType part = real_type(type);
    const double high = part == ElementType::F32 ? 0x1p40 : 0x1p400;
    const Variable largest = code.variable(largest_part(code[alpha]));
    code.loop(begin, end, [&](LoopCode& c, Variable i) {
        const Scalar y = x.at(c, i);
        c.set(largest, maximum(c[largest], largest_part(y)));
    });
    const Scalar usual = (code[largest] <= code.number(part, high)) && (code[largest] >= code.number(part, 1 / high));
    return code.variable(select(usual || (code[largest] == 0.0), code.number(part, 1), code[largest]));
}

} // namespace

Reflector make_reflector(LoopCode& code, ElementType type, Scalar alpha, LoopIndex begin, LoopIndex end,
                         const VectorIn& x) {
    const ElementType part = real_type(type);
    const Variable given = code.variable(alpha), squares = code.variable(code.number(part, 0));
    const Variable scale = scale_of(code, type, given, begin, end, x);
    const Variable a = code.variable(code[given] / to(type, code[scale]));
    code.loop(begin, end, [&](LoopCode& c, Variable i) {
        const Variable y = c.variable(x.at(c, i) / to(type, c[scale]));
        x.put(c, i, c[y]);
        c.set(squares, c[squares] + square(c[y]));
    });
    const Scalar nothing = (code[squares] == 0.0) && (imag(code[a]) == 0.0);
    const Scalar norm = sqrt(code[squares]);
    const Scalar size = is_complex(type) ? hypotenuse(abs(code[a]), norm) : hypotenuse(code[a], norm);
    const Variable reflected = code.variable(!nothing);
    const Variable beta = code.variable(select(code[reflected], -with_sign(size, real(code[a])), real(code[a])));
    const Variable whole = code.variable(to(type, code[beta]));
    const Scalar safe = select(code[reflected], code[whole], code.number(type, 1));
    const Variable tau = code.variable(select(code[reflected], (code[whole] - code[a]) / safe, code.number(type, 0)));
    const Variable divisor = code.variable(select(code[reflected], code[a] - code[whole], code.number(type, 1)));
    code.loop(begin, end, [&](LoopCode& c, Variable i) { x.put(c, i, x.at(c, i) / c[divisor]); });
    code.set(beta, select(code[reflected], code[beta] * code[scale], real(code[given])));
    return {.beta = beta, .tau = tau};
}

void reflect(LoopCode& code, Scalar factor, LoopIndex first, LoopIndex end, const VectorIn& v, const VectorIn& y) {
    const Variable times = code.variable(factor), top = code.variable(first.in(code));
    const Variable sum = code.variable(y.at(code, top));
    code.loop(code[top] + code.index(1), end,
              [&](LoopCode& c, Variable i) { c.set(sum, c[sum] + conj(v.at(c, i)) * y.at(c, i)); });
    code.set(sum, code[times] * code[sum]);
    y.put(code, top, y.at(code, top) - code[sum]);
    code.loop(code[top] + code.index(1), end,
              [&](LoopCode& c, Variable i) { y.put(c, i, y.at(c, i) - v.at(c, i) * c[sum]); });
}

void reflect_columns(LoopCode& code, Scalar factor, const Rows& rows, const VectorIn& v, Variable a,
                     LoopIndex first_column, Variable w) {
    const std::int64_t n = columns(code.shape(a));
    const Variable times = code.variable(factor), top = code.variable(rows.first.in(code)),
                   begin = code.variable(first_column.in(code));
    const LoopIndex below = code[top] + code.index(1);
    code.loop(begin, n, [&](LoopCode& c, Variable j) { c.put(w, {j}, c.at(a, {top, j})); });
    code.loop(below, rows.end, [&](LoopCode& c, Variable i) {
        const Variable x = c.variable(conj(v.at(c, i)));
        c.loop(begin, n, [&](LoopCode& d, Variable j) { d.put(w, {j}, d.at(w, {j}) + d[x] * d.at(a, {i, j})); });
    });
    code.loop(begin, n, [&](LoopCode& c, Variable j) {
        const Variable x = c.variable(c[times] * c.at(w, {j}));
        c.put(w, {j}, c[x]);
        c.put(a, {top, j}, c.at(a, {top, j}) - c[x]);
    });
    code.loop(below, rows.end, [&](LoopCode& c, Variable i) {
        const Variable x = c.variable(v.at(c, i));
        c.loop(begin, n, [&](LoopCode& d, Variable j) { d.put(a, {i, j}, d.at(a, {i, j}) - d[x] * d.at(w, {j})); });
    });
}

void transform(LoopCode& code, Scalar tau, LoopIndex first, LoopIndex end, const VectorIn& v, Variable a,
               LoopIndex first_column, LoopIndex end_row) {
    const Variable factor = code.variable(conj(tau));
    code.loop(first_column, columns(code.shape(a)),
              [&](LoopCode& c, Variable j) { reflect(c, c[factor], first, end, v, column_of(a, j)); });
    multiply_by_reflector(code, conj(code[factor]), first, end, v, a, end_row);
}

void multiply_by_reflector(LoopCode& code, Scalar tau, LoopIndex first, LoopIndex end, const VectorIn& v, Variable q,
                           LoopIndex end_row) {
    const Variable factor = code.variable(conj(tau));
    code.loop(0, end_row, [&](LoopCode& c, Variable i) { reflect(c, c[factor], first, end, v, adjoint_of_row(q, i)); });
}

void eliminate_column(LoopCode& code, Variable a, Variable tau, Variable k, Variable w) {
    const Shape shape = code.shape(a);
    const VectorIn v = column_of(a, k);
    const Reflector h = make_reflector(code, shape.type, code.at(a, {k, k}), code[k] + code.index(1), rows(shape), v);
    code.put(tau, {k}, code[h.tau]);
    code.put(a, {k, k}, to(shape.type, code[h.beta]));
    reflect_columns(code, conj(code[h.tau]), {k, rows(shape)}, v, a, code[k] + code.index(1), w);
}

void factor_qr(LoopCode& code, Variable a, Variable tau) {
    const Shape shape = code.shape(a);
    const Variable w = code.zeros(shape.type, {columns(shape)});
    code.loop(0, smaller_side(shape), [&](LoopCode& c, Variable k) { eliminate_column(c, a, tau, k, w); });
}

void multiply_by_reflectors(LoopCode& code, Variable a, Variable tau, std::int64_t below, Variable q, Reached reached) {
    const Shape shape = code.shape(q);
    const std::int64_t count = code.shape(tau).dims[0];
    if (count == 0) return;
    const Variable w = code.zeros(shape.type, {columns(shape)});
    code.loop_down(count - 1, 0, [&](LoopCode& c, Variable k) {
        const Variable factor = c.variable(c.at(tau, {k}));
        const Variable first = below == 0 ? k : c.variable(c[k] + c.index(below));
        const LoopIndex begin = reached == Reached::Part ? LoopIndex(first) : LoopIndex(0);
        reflect_columns(c, c[factor], {first, rows(shape)}, column_of(a, k), q, begin, w);
    });
}

} // namespace hlo2cpp
