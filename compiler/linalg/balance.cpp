// Balancing as in LAPACK's gebal: rows and columns that isolate an eigenvalue are permuted to the end and to the front;
// each other row and its column are scaled to about equal norms.
#include "linalg/balance.h"

#include "linalg/checks.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostScalings = 30; // sweeps of scaling

// The active submatrix: rows and columns from `begin` to before `end`. `again`: true if a sweep changed anything.
struct Active {
    Variable a, begin, end, again;
};

void sweep_while_changing(LoopCode& code, const Active& active, std::int64_t most, const LoopCode::Body& sweep) {
    const Variable sweeps = code.variable(code.index(0));
    code.set(active.again, code.index(0) == code.index(0));
    code.loop_while([&](LoopCode& c) { return c[active.again] && (c[sweeps] < c.index(most)); },
                    [&](LoopCode& c) {
                        c.set(active.again, c.index(0) != c.index(0));
                        c.set(sweeps, c[sweeps] + c.index(1));
                        sweep(c);
                    });
}

void exchange(LoopCode& code, const Active& active, Variable order, Variable i, Variable j) {
    code.loop(0, rows(code.shape(active.a)), [&](LoopCode& c, Variable k) { swap(c, active.a, {i, k}, {j, k}); });
    swap_columns(code, active.a, i, j);
    swap(code, order, {i}, {j});
}

enum class Line : std::uint8_t { Row, Column };

// Removes row (or column) i from the active submatrix if it is zero there off the diagonal.
void isolate(LoopCode& code, const Active& active, Variable order, Variable i, Line line) {
    const ElementType part = real_type(code.shape(active.a).type);
    const Variable rest = code.variable(code.number(part, 0));
    code.loop(active.begin, active.end, [&](LoopCode& c, Variable j) {
        const Scalar size = magnitude(line == Line::Row ? c.at(active.a, {i, j}) : c.at(active.a, {j, i}));
        c.set(rest, c[rest] + select(c[i] == c[j], c.number(part, 0), size));
    });
    const Scalar inside = line == Line::Row ? code[i] < code[active.end] : code[i] >= code[active.begin];
    only_if(code, inside && (code[rest] == 0.0), [&](LoopCode& c) {
        const Variable place = c.variable(line == Line::Row ? c[active.end] - c.index(1) : c[active.begin]);
        exchange(c, active, order, i, place);
        if (line == Line::Row)
            c.set(active.end, c[place]);
        else
            c.set(active.begin, c[place] + c.index(1));
        c.set(active.again, c.index(0) == c.index(0));
    });
}

// The power of 2 by whose square the column's sum gets closest to the row's sum.
Variable factor_of(LoopCode& code, ElementType part, Variable column, Variable row) {
    const Variable factor = code.variable(code.number(part, 1)), sum = code.variable(code[column]);
    const Variable usable = code.variable((code[column] > 0.0) && (code[row] > 0.0));
    code.loop_while([&](LoopCode& c) { return c[usable] && (c[row] * 0.5 > c[sum]); },
                    [&](LoopCode& c) {
                        c.set(factor, c[factor] * 2.0);
                        c.set(sum, c[sum] * 4.0);
                    });
    code.loop_while([&](LoopCode& c) { return c[usable] && (c[sum] >= c[row] * 2.0); },
                    [&](LoopCode& c) {
                        c.set(factor, c[factor] * 0.5);
                        c.set(sum, c[sum] * 0.25);
                    });
    return factor;
}

// Scales column i and row i if that makes their sum smaller by a twentieth.
void scale_line(LoopCode& code, const Active& active, Variable scale, Variable i) {
    const Shape shape = code.shape(active.a);
    const ElementType part = real_type(shape.type);
    const Variable a = active.a, column = code.variable(code.number(part, 0)),
                   row = code.variable(code.number(part, 0));
    code.loop(active.begin, active.end, [&](LoopCode& c, Variable j) {
        c.set(column, c[column] + magnitude(c.at(a, {j, i})));
        c.set(row, c[row] + magnitude(c.at(a, {i, j})));
    });
    const Variable f = factor_of(code, part, column, row);
    only_if(code, (code[column] + code[row]) * 0.95 > code[column] * code[f] + code[row] / code[f], [&](LoopCode& c) {
        c.set(active.again, c.index(0) == c.index(0));
        c.put(scale, {i}, c.at(scale, {i}) * c[f]);
        c.loop(0, rows(shape), [&](LoopCode& o, Variable j) {
            o.put(a, {i, j}, o.at(a, {i, j}) / to(shape.type, o[f]));
        });
        c.loop(0, rows(shape), [&](LoopCode& o, Variable j) {
            o.put(a, {j, i}, o.at(a, {j, i}) * to(shape.type, o[f]));
        });
    });
}

} // namespace

Balance balance(LoopCode& code, Variable a) {
    const Shape shape = code.shape(a);
    const std::int64_t n = rows(shape);
    const Variable order = code.array(code.expansion().iota(Shape::array(ElementType::S32, {n}), 0));
    const Variable scale = code.array(code.expansion().number(Shape::array(real_type(shape.type), {n}), 1));
    if (n < 2) return {.order = order, .scale = scale};
    const Active active = {.a = a,
                           .begin = code.variable(code.index(0)),
                           .end = code.variable(code.index(n)),
                           .again = code.variable(code.index(0) == code.index(0))};
    sweep_while_changing(code, active, n, [&](LoopCode& c) {
        c.loop_down(c[active.end] - c.index(1), 0,
                    [&](LoopCode& o, Variable i) { isolate(o, active, order, i, Line::Row); });
    });
    sweep_while_changing(code, active, n, [&](LoopCode& c) {
        c.loop(active.begin, active.end, [&](LoopCode& o, Variable i) { isolate(o, active, order, i, Line::Column); });
    });
    sweep_while_changing(code, active, kMostScalings, [&](LoopCode& c) {
        c.loop(active.begin, active.end, [&](LoopCode& o, Variable i) { scale_line(o, active, scale, i); });
    });
    return {.order = order, .scale = scale};
}

} // namespace hlo2cpp
