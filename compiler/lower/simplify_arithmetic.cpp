// Rules about values. All are exact for every operand, also for NaN, infinities and zeros of either sign: so x + 0
// stays (for -0 it is +0), x + -0 and x - 0 do not.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/float_format.h"
#include "lower/simplify.h"

namespace hlo2cpp {

const Literal* splat_of(const Computation& computation, InstructionId id) {
    const Instruction& value = computation[id];
    if (value.opcode == Opcode::Constant) return value.shape.elements() == 1 ? value.literal.get() : nullptr;
    if (value.opcode != Opcode::Broadcast) return nullptr;
    const Instruction& scalar = computation[value.operands[0]];
    return scalar.opcode == Opcode::Constant && scalar.shape.is_scalar() ? scalar.literal.get() : nullptr;
}

namespace {

// The bytes of an element, zero-extended.
std::uint64_t bits_of(const Literal& scalar) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, scalar.bytes.data(), scalar.bytes.size()); // little-endian, at most 8 bytes
    return bits;
}

} // namespace

std::int64_t integer_of(const Literal& scalar) {
    const ElementType type = scalar.shape.type;
    const auto shift = static_cast<int>(64 - 8 * byte_size(type));
    const std::uint64_t bits = bits_of(scalar);
    if (is_signed(type)) return static_cast<std::int64_t>(bits << shift) >> shift;
    constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
    return bits > static_cast<std::uint64_t>(kLargest) ? kLargest : static_cast<std::int64_t>(bits);
}

namespace {

// True if operand i is `real` (with this sign of zero) in floats, `integer` in integers.
bool is_number(const Rewrite& r, std::size_t i, double real, std::int64_t integer) {
    const Literal* scalar = splat_of(r.computation, r.instruction.operands[i]);
    if (scalar == nullptr) return false;
    const ElementType type = scalar->shape.type;
    if (is_integer(type)) return integer_of(*scalar) == integer;
    if (!is_float(type)) return false;
    const double value = decode_float(type, bits_of(*scalar));
    return value == real && std::signbit(value) == std::signbit(real);
}

Outcome keep_other(const Rewrite& r, std::size_t neutral) {
    return Outcome::replace(r.instruction.operands[1 - neutral]);
}

// x + -0 = x; of integers x + 0 = x
Outcome add_nothing(const Rewrite& r) {
    for (std::size_t i : {1U, 0U})
        if (is_number(r, i, -0.0, 0)) return keep_other(r, i);
    return {};
}

// x - 0 = x
Outcome subtract_nothing(const Rewrite& r) {
    return is_number(r, 1, 0.0, 0) ? keep_other(r, 1) : Outcome{};
}

// x * 1 = x
Outcome multiply_by_one(const Rewrite& r) {
    for (std::size_t i : {1U, 0U})
        if (is_number(r, i, 1.0, 1)) return keep_other(r, i);
    return {};
}

// x / 1 = x
Outcome divide_by_one(const Rewrite& r) {
    return is_number(r, 1, 1.0, 1) ? keep_other(r, 1) : Outcome{};
}

// maximum(x, -inf) = x and minimum(x, inf) = x, also for NaN
Outcome extremum_of_infinity(const Rewrite& r) {
    if (!is_float(r.instruction.shape.type)) return {};
    const double neutral =
        std::copysign(std::numeric_limits<double>::infinity(), r.instruction.opcode == Opcode::Maximum ? -1.0 : 1.0);
    for (std::size_t i : {1U, 0U})
        if (is_number(r, i, neutral, 0)) return keep_other(r, i);
    return {};
}

// x and true = x, x and false = false; of integers with all bits, and with none; of `or` the other way round
Outcome logic_with_known(const Rewrite& r) {
    const bool is_and = r.instruction.opcode == Opcode::And;
    for (std::size_t i : {1U, 0U}) {
        const Literal* known = splat_of(r.computation, r.instruction.operands[i]);
        if (known == nullptr) continue;
        const int unused = 64 - info(known->shape.type).bits;
        const std::uint64_t bits = bits_of(*known) << unused;
        const bool none = bits == 0, all = bits == ~std::uint64_t{0} << unused;
        if (is_and ? all : none) return keep_other(r, i);
        if (is_and ? none : all) return Outcome::replace(r.instruction.operands[i]);
    }
    return {};
}

// x == true and x != false are x; x == false and x != true are not x
Outcome compare_with_known(const Rewrite& r) {
    const auto direction = r.instruction.attributes.direction;
    if (!is_pred(r.operand(0).shape.type) ||
        (direction != ComparisonDirection::Eq && direction != ComparisonDirection::Ne))
        return {};
    for (std::size_t i : {1U, 0U}) {
        const Literal* known = splat_of(r.computation, r.instruction.operands[i]);
        if (known == nullptr) continue;
        if ((integer_of(*known) != 0) == (direction == ComparisonDirection::Eq)) return keep_other(r, i);
        r.instruction.opcode = Opcode::Not;
        r.instruction.operands = {r.instruction.operands[1 - i]};
        r.instruction.attributes = {};
        return Outcome::rewritten();
    }
    return {};
}

// x == x is true and x < x is false for one integer, as in comparators that would tell NaN of floats
Outcome compare_with_itself(const Rewrite& r) {
    const ElementType type = r.operand(0).shape.type;
    const bool same = r.instruction.operands[0] == r.instruction.operands[1];
    if (!same || !(is_integer(type) || is_pred(type)) || r.instruction.shape.elements() != 1) return {};
    const auto direction = r.instruction.attributes.direction;
    const bool holds = direction == ComparisonDirection::Eq || direction == ComparisonDirection::Le ||
                       direction == ComparisonDirection::Ge;
    Literal literal = Literal::zeros(r.instruction.shape);
    literal.bytes[0] = std::byte{holds};
    r.instruction.opcode = Opcode::Constant;
    r.instruction.operands.clear();
    r.instruction.attributes = {};
    r.instruction.literal = std::make_shared<const Literal>(std::move(literal));
    return Outcome::rewritten();
}

// True if all its elements are `value`, which is of type pred.
bool is_splat_of(const Rewrite& r, InstructionId id, bool value) {
    const Literal* known = splat_of(r.computation, id);
    return known != nullptr && is_pred(known->shape.type) && (integer_of(*known) != 0) == value;
}

// select(p, x, x) = x; select(true, x, y) = x; select(false, x, y) = y; select(p, true, false) = p
Outcome select_known(const Rewrite& r) {
    if (r.instruction.operands[1] == r.instruction.operands[2]) return Outcome::replace(r.instruction.operands[1]);
    if (is_splat_of(r, r.instruction.operands[1], true) && is_splat_of(r, r.instruction.operands[2], false) &&
        r.operand(0).shape.dims == r.instruction.shape.dims)
        return Outcome::replace(r.instruction.operands[0]);
    const Literal* predicate = splat_of(r.computation, r.instruction.operands[0]);
    if (predicate == nullptr) return {};
    return Outcome::replace(r.instruction.operands[integer_of(*predicate) != 0 ? 1 : 2]);
}

// convert(x) to its own type = x
Outcome drop_convert(const Rewrite& r) {
    const bool same = r.operand(0).shape.type == r.instruction.shape.type;
    return same ? Outcome::replace(r.instruction.operands[0]) : Outcome{};
}

// True if every number of `from` is the same number in `to`, of the same kind, so that a later conversion cannot tell.
bool widens(ElementType from, ElementType to) {
    if (is_pred(from)) return is_integer(to);
    if (is_signed(from)) return is_signed(to) && info(to).bits > info(from).bits;
    if (is_unsigned(from)) return is_integer(to) && info(to).bits > info(from).bits;
    if (!is_float(from)) return false;
    return (to == ElementType::F32 && is_narrow_float(from)) || (to == ElementType::F64 && from != ElementType::F64);
}

// convert(convert(x)) = convert(x) where the first one only widens
Outcome convert_of_widening(const Rewrite& r) {
    const Instruction& inner = r.operand(0);
    if (inner.opcode != Opcode::Convert) return {};
    if (!widens(r.computation[inner.operands[0]].shape.type, inner.shape.type)) return {};
    r.instruction.operands = inner.operands;
    return Outcome::rewritten();
}

// c + x = x + c and c * x = x * c, where c is a constant or a broadcast of one and x is not: one order of operands, so
// that equal values are found to be equal
Outcome constant_to_the_right(const Rewrite& r) {
    const auto is_known = [&](std::size_t i) {
        return r.operand(i).opcode == Opcode::Constant || splat_of(r.computation, r.instruction.operands[i]) != nullptr;
    };
    if (!is_known(0) || is_known(1)) return {};
    std::swap(r.instruction.operands[0], r.instruction.operands[1]);
    return Outcome::rewritten();
}

constexpr Rule kArithmeticRules[] = {
    {Opcode::Add, constant_to_the_right},
    {Opcode::Multiply, constant_to_the_right},
    {Opcode::Add, add_nothing},
    {Opcode::Subtract, subtract_nothing},
    {Opcode::Multiply, multiply_by_one},
    {Opcode::Divide, divide_by_one},
    {Opcode::Maximum, extremum_of_infinity},
    {Opcode::Minimum, extremum_of_infinity},
    {Opcode::And, logic_with_known},
    {Opcode::Or, logic_with_known},
    {Opcode::Compare, compare_with_known},
    {Opcode::Compare, compare_with_itself},
    {Opcode::Select, select_known},
    {Opcode::Convert, drop_convert},
    {Opcode::Convert, convert_of_widening},
};

} // namespace

std::span<const Rule> arithmetic_rules() {
    return kArithmeticRules;
}

} // namespace hlo2cpp
