#include "linalg/loop_code.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

constexpr ElementType kIndex = ElementType::S32;

Scalar made(Scalar a, InstructionId id) {
    return {a.code, id};
}

Scalar binary(Opcode opcode, Scalar a, Scalar b) {
    return made(a, a.code->expansion().binary(opcode, a.id, b.id));
}

Scalar compare(ComparisonDirection direction, Scalar a, Scalar b) {
    return made(a, a.code->expansion().compare(direction, a.id, b.id));
}

ElementType type_of(Scalar a) {
    return a.code->expansion().shape_of(a.id).type;
}

Scalar number_like(Scalar a, double value) {
    return a.code->number(type_of(a), value);
}

std::optional<std::int64_t> combined(Scalar a, Scalar b, std::int64_t (*op)(std::int64_t, std::int64_t)) {
    return a.known && b.known ? std::optional(op(*a.known, *b.known)) : std::nullopt;
}

} // namespace

Scalar LoopIndex::in(LoopCode& code) const {
    if (known_) return code.index(*known_);
    return variable_ ? code[*variable_] : *scalar_;
}

Variable LoopCode::add(InstructionId id) {
    variables_.push_back(id);
    return {variables_.size() - 1};
}

Variable LoopCode::zeros(ElementType type, std::vector<std::int64_t> dims) {
    return add(e_.number(Shape::array(type, std::move(dims)), 0));
}

Scalar LoopCode::at(Variable array, Indices place) {
    Expansion::Values indices;
    for (const LoopIndex& p : place) indices.push_back(p.in(*this).id);
    return {this, e_.element(variables_[array.slot], indices)};
}

void LoopCode::put(Variable array, Indices place, Scalar value) {
    Expansion::Values indices;
    for (const LoopIndex& p : place) indices.push_back(p.in(*this).id);
    variables_[array.slot] = e_.with_element(variables_[array.slot], indices, value.id);
}

Scalar LoopCode::number(ElementType type, double value) {
    return {this, e_.number(Shape::scalar(type), value)};
}

Scalar LoopCode::index(std::int64_t value) {
    return {this, e_.integer(Shape::scalar(kIndex), static_cast<std::uint64_t>(value)), value};
}

void LoopCode::loop(LoopIndex begin, LoopIndex end, const IndexedBody& body) {
    const Scalar first = begin.in(*this), last = end.in(*this);
    if (first.known && last.known && *first.known >= *last.known) return;
    const auto round = [&](Expansion& inside, InstructionId number, const Expansion::Values& now) {
        LoopCode code(inside);
        code.variables_ = now;
        const Variable i = code.variable(code.wrap(number));
        body(code, i);
        code.variables_.resize(now.size());
        return code.variables_;
    };
    variables_ = e_.count(first.id, last.id, variables_, round);
}

void LoopCode::loop_down(LoopIndex begin, LoopIndex end, const IndexedBody& body) {
    const Scalar top = begin.in(*this), last = end.in(*this);
    const Variable highest = variable(top);
    loop(0, (top - last) + index(1), [&](LoopCode& c, Variable i) { body(c, c.variable(c[highest] - c[i])); });
    variables_.pop_back();
}

void LoopCode::loop_while(const Condition& condition, const Body& body) {
    const auto test = [&](Expansion& inside, const Expansion::Values& now) {
        LoopCode code(inside);
        code.variables_ = now;
        return condition(code).id;
    };
    const auto round = [&](Expansion& inside, const Expansion::Values& now) {
        LoopCode code(inside);
        code.variables_ = now;
        body(code);
        code.variables_.resize(now.size());
        return code.variables_;
    };
    variables_ = e_.loop_while(variables_, test, round);
}

Scalar operator+(Scalar a, Scalar b) {
    Scalar sum = binary(Opcode::Add, a, b);
    sum.known = combined(a, b, [](std::int64_t x, std::int64_t y) { return x + y; });
    return sum;
}

Scalar operator-(Scalar a, Scalar b) {
    Scalar difference = binary(Opcode::Subtract, a, b);
    difference.known = combined(a, b, [](std::int64_t x, std::int64_t y) { return x - y; });
    return difference;
}

// clang-format off
Scalar operator*(Scalar a, Scalar b) { return binary(Opcode::Multiply, a, b); }
Scalar operator/(Scalar a, Scalar b) { return binary(Opcode::Divide, a, b); }
Scalar operator-(Scalar a) { return made(a, a.code->expansion().unary(Opcode::Negate, a.id)); }
Scalar operator&&(Scalar a, Scalar b) { return binary(Opcode::And, a, b); }
Scalar operator||(Scalar a, Scalar b) { return binary(Opcode::Or, a, b); }
Scalar operator!(Scalar a) { return made(a, a.code->expansion().unary(Opcode::Not, a.id)); }
Scalar operator<(Scalar a, Scalar b) { return compare(ComparisonDirection::Lt, a, b); }
Scalar operator<=(Scalar a, Scalar b) { return compare(ComparisonDirection::Le, a, b); }
Scalar operator>(Scalar a, Scalar b) { return compare(ComparisonDirection::Gt, a, b); }
Scalar operator>=(Scalar a, Scalar b) { return compare(ComparisonDirection::Ge, a, b); }
Scalar operator==(Scalar a, Scalar b) { return compare(ComparisonDirection::Eq, a, b); }
Scalar operator!=(Scalar a, Scalar b) { return compare(ComparisonDirection::Ne, a, b); }
Scalar operator+(Scalar a, double b) { return a + number_like(a, b); }
Scalar operator*(Scalar a, double b) { return a * number_like(a, b); }
Scalar operator==(Scalar a, double b) { return a == number_like(a, b); }
Scalar operator>(Scalar a, double b) { return a > number_like(a, b); }

Scalar sqrt(Scalar a) { return made(a, a.code->expansion().unary(Opcode::Sqrt, a.id)); }
Scalar real(Scalar a) { return made(a, real_part(a.code->expansion(), a.id)); }
Scalar conj(Scalar a) { return made(a, conjugate(a.code->expansion(), a.id)); }
Scalar maximum(Scalar a, Scalar b) { return binary(Opcode::Maximum, a, b); }
// clang-format on

Scalar abs(Scalar a) {
    const ElementType type = type_of(a);
    const Shape shape = Shape::scalar(is_complex(type) ? part_type(type) : type);
    return made(a, a.code->expansion().builder().apply(Opcode::Abs, shape, {a.id}));
}

Scalar imag(Scalar a) {
    if (!is_complex(type_of(a))) return number_like(a, 0);
    return made(a, imaginary_part(a.code->expansion(), a.id));
}

Scalar to(ElementType type, Scalar a) {
    if (is_complex(type_of(a)) && !is_complex(type)) a = real(a);
    return made(a, a.code->expansion().convert(type, a.id));
}

Scalar select(Scalar condition, Scalar on_true, Scalar on_false) {
    return made(condition, condition.code->expansion().select(condition.id, on_true.id, on_false.id));
}

Scalar magnitude(Scalar a) {
    return is_complex(type_of(a)) ? abs(real(a)) + abs(imag(a)) : abs(a);
}

Scalar largest_part(Scalar a) {
    return is_complex(type_of(a)) ? maximum(abs(real(a)), abs(imag(a))) : abs(a);
}

Scalar square(Scalar a) {
    return is_complex(type_of(a)) ? real(a) * real(a) + imag(a) * imag(a) : a * a;
}

Scalar with_sign(Scalar a, Scalar b) {
    const Scalar size = abs(a);
    return select(b >= number_like(b, 0), size, -size);
}

Scalar hypotenuse(Scalar a, Scalar b) {
    LoopCode& c = *a.code;
    return abs(c.wrap(complex(c.expansion(), a.id, b.id)));
}

Variable identity(LoopCode& code, ElementType type, std::int64_t m, std::int64_t n) {
    const Variable matrix = code.zeros(type, {m, n});
    code.loop(0, std::min(m, n), [&](LoopCode& c, Variable i) { c.put(matrix, {i, i}, c.number(type, 1)); });
    return matrix;
}

void swap(LoopCode& code, Variable array, LoopCode::Indices one, LoopCode::Indices other) {
    const Variable x = code.variable(code.at(array, one)), y = code.variable(code.at(array, other));
    code.put(array, one, code[y]);
    code.put(array, other, code[x]);
}

void swap_columns(LoopCode& code, Variable matrix, Variable one, Variable other) {
    code.loop(0, code.shape(matrix).dims[0], [&](LoopCode& c, Variable i) { swap(c, matrix, {i, one}, {i, other}); });
}

void transpose(LoopCode& code, Variable matrix) {
    code.loop(1, code.shape(matrix).dims[0], [&](LoopCode& c, Variable i) {
        c.loop(0, i, [&](LoopCode& d, Variable j) { swap(d, matrix, {i, j}, {j, i}); });
    });
}

void sort_rows(LoopCode& code, Variable keys, Order order, const std::vector<Variable>& matrices) {
    const std::int64_t n = code.shape(keys).dims[0];
    code.loop(0, n - 1, [&](LoopCode& c, Variable i) {
        const Variable best = c.variable(c[i]);
        c.loop(c[i] + c.index(1), n, [&](LoopCode& d, Variable j) {
            const Scalar key = d.at(keys, {j}), first = d.at(keys, {best});
            d.set(best, select(order == Order::Rising ? key < first : key > first, d[j], d[best]));
        });
        swap(c, keys, {i}, {best});
        for (const Variable matrix : matrices)
            c.loop(0, c.shape(matrix).dims[1], [&](LoopCode& d, Variable j) { swap(d, matrix, {i, j}, {best, j}); });
    });
}

void turn_rows(LoopCode& code, Variable vectors, const std::vector<Variable>& others) {
    const Shape shape = code.shape(vectors);
    const ElementType part = is_complex(shape.type) ? part_type(shape.type) : shape.type;
    code.loop(0, shape.dims[0], [&](LoopCode& c, Variable i) {
        const Variable sum = c.variable(c.number(shape.type, 0)), random = c.variable(c.index(0));
        c.loop(0, shape.dims[1], [&](LoopCode& d, Variable j) {
            const Scalar weight = to(part, d[random]) * 0x1p-32 + 1.5; // from 1 to 2
            d.set(sum, d[sum] + d.at(vectors, {i, j}) * to(shape.type, weight));
            d.set(random, d[random] * d.index(1664525) + d.index(1013904223));
        });
        const Variable turn = c.variable(c.number(shape.type, 1));
        if (is_complex(shape.type)) {
            const Variable size = c.variable(abs(c[sum]));
            only_if(c, c[size] > 0.0, [&](LoopCode& d) { d.set(turn, conj(d[sum]) / to(shape.type, d[size])); });
        } else {
            c.set(turn, with_sign(c[turn], c[sum]));
        }
        std::vector<Variable> all = others;
        all.push_back(vectors);
        for (const Variable matrix : all)
            c.loop(0, c.shape(matrix).dims[1], [&](LoopCode& d, Variable j) {
                d.put(matrix, {i, j}, d.at(matrix, {i, j}) * d[turn]);
            });
    });
}

void only_if(LoopCode& code, Scalar condition, const LoopCode::Body& body) {
    code.loop(0, select(condition, code.index(1), code.index(0)), [&](LoopCode& c, Variable) { body(c); });
}

Expansion::Values each_matrix(Expansion& e, const Expansion::Values& arrays, const std::vector<std::int64_t>& batch,
                              const std::vector<Shape>& results, const OneMatrix& one) {
    const std::int64_t count = std::accumulate(batch.begin(), batch.end(), std::int64_t{1}, std::multiplies<>());
    const auto joined = [](std::vector<std::int64_t> a, const std::vector<std::int64_t>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    };
    std::vector<Shape> matrices; // of the arguments
    Expansion::Values flat;      // [count, ...]
    for (const InstructionId array : arrays) {
        const Shape& shape = e.shape_of(array);
        const auto inner = shape.dims.begin() + static_cast<std::ptrdiff_t>(batch.size());
        matrices.push_back(Shape::array(shape.type, {inner, shape.dims.end()}));
        flat.push_back(e.reshape(array, joined({count}, matrices.back().dims)));
    }
    const auto run = [&](Expansion& inside, const Expansion::Values& given) {
        LoopCode code(inside);
        std::vector<Variable> variables;
        for (const InstructionId value : given) variables.push_back(code.array(value));
        Expansion::Values made;
        for (const Variable result : one(code, variables)) made.push_back(code.value(result));
        return made;
    };
    Expansion::Values made;
    if (count == 1) {
        for (std::size_t i = 0; i < flat.size(); ++i) flat[i] = e.reshape(flat[i], matrices[i].dims);
        made = run(e, flat);
    } else {
        for (const Shape& result : results)
            made.push_back(e.number(Shape::array(result.type, joined({count}, result.dims)), 0));
        const auto start = [](Expansion& inside, InstructionId number, std::size_t rank) {
            Expansion::Values indices(rank, inside.integer(inside.shape_of(number), 0));
            indices[0] = number;
            return indices;
        };
        const auto round = [&](Expansion& inside, InstructionId number, const Expansion::Values& state,
                               const Expansion::Values& read) {
            Expansion::Values given;
            for (std::size_t i = 0; i < read.size(); ++i) {
                const std::vector<std::int64_t> sizes = joined({1}, matrices[i].dims);
                const InstructionId piece = inside.piece(read[i], start(inside, number, sizes.size()), sizes);
                given.push_back(inside.reshape(piece, matrices[i].dims));
            }
            Expansion::Values next = run(inside, given);
            for (std::size_t i = 0; i < next.size(); ++i) {
                const std::vector<std::int64_t> sizes = joined({1}, results[i].dims);
                next[i] =
                    inside.with_piece(state[i], start(inside, number, sizes.size()), inside.reshape(next[i], sizes));
            }
            return next;
        };
        if (count > 0) made = e.loop(count, made, flat, round);
    }
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = e.reshape(made[i], joined(batch, results[i].dims));
    return made;
}

} // namespace hlo2cpp
