// Rules about values. All are exact for every operand, also for NaN, infinities and zeros of either sign: so x + 0
// stays (for -0 it is +0), x + -0 and x - 0 do not.
#include <algorithm>
#include <limits>

#include "evaluate/tensor.h"
#include "lower/simplify.h"
#include "rewrite/combiner_algebra.h"

namespace hlo2cpp {

const Literal* splat_of(const Computation& computation, InstructionId id) {
    const Instruction& value = computation[id];
    if (value.opcode == Opcode::Constant) return value.shape.elements() == 1 ? value.literal.get() : nullptr;
    if (value.opcode != Opcode::Broadcast) return nullptr;
    const Instruction& scalar = computation[value.operands[0]];
    return scalar.opcode == Opcode::Constant && scalar.shape.is_scalar() ? scalar.literal.get() : nullptr;
}

std::optional<double> number_of(const Computation& computation, InstructionId id) {
    const Literal* splat = splat_of(computation, id);
    return splat != nullptr && splat->shape.type == ElementType::F32 ? std::optional<double>(splat->at<float>(0))
                                                                     : std::nullopt;
}

std::int64_t integer_of(const Literal& scalar) {
    const std::int64_t number = to_tensor(scalar).integers()(0);
    const bool is_beyond = scalar.shape.type == ElementType::U64 && number < 0;
    return is_beyond ? std::numeric_limits<std::int64_t>::max() : number;
}

namespace {

// True if combiner(x, operand i) = x, whatever x is.
bool is_neutral(const Rewrite& r, std::size_t i, Opcode combiner) {
    const Literal* scalar = splat_of(r.computation, r.instruction.operands[i]);
    const LiteralPtr neutral = scalar != nullptr ? neutral_element(combiner, scalar->shape.type) : nullptr;
    return neutral != nullptr && neutral->bytes == scalar->bytes;
}

// x + -0 = x, x * 1 = x, x and true = x, x or false = x; max(x, -inf) = x, also for NaN, and max(x, 0) = x without
// signs
Outcome drop_neutral(const Rewrite& r) {
    for (const std::size_t i : {1U, 0U})
        if (is_neutral(r, i, r.instruction.opcode)) return r.keep(1 - i);
    return {};
}

// x and false = false, x or true = true
Outcome absorbing_logic(const Rewrite& r) {
    for (const std::size_t i : {1U, 0U})
        if (is_neutral(r, i, r.instruction.opcode == Opcode::And ? Opcode::Or : Opcode::And)) return r.keep(i);
    return {};
}

// x - 0 = x
Outcome subtract_nothing(const Rewrite& r) {
    const Literal* scalar = splat_of(r.computation, r.instruction.operands[1]);
    const bool is_zero = scalar != nullptr && neutral_element(Opcode::Add, scalar->shape.type) != nullptr &&
                         scalar->bytes == Literal::zeros(scalar->shape).bytes;
    return is_zero ? r.keep(0) : Outcome{};
}

// x / 1 = x
Outcome divide_by_one(const Rewrite& r) {
    return is_neutral(r, 1, Opcode::Multiply) ? r.keep(0) : Outcome{};
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
        if ((integer_of(*known) != 0) == (direction == ComparisonDirection::Eq)) return r.keep(1 - i);
        r.instruction.operands = {r.instruction.operands[1 - i]};
        return r.become(Opcode::Not);
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
    return r.become(std::move(literal));
}

// True if all its elements are `value`, which is of type pred.
bool is_splat_of(const Rewrite& r, InstructionId id, bool value) {
    const Literal* known = splat_of(r.computation, id);
    return known != nullptr && is_pred(known->shape.type) && (integer_of(*known) != 0) == value;
}

// select(p, x, x) = x; select(true, x, y) = x; select(false, x, y) = y; select(p, true, false) = p
Outcome select_known(const Rewrite& r) {
    if (r.instruction.operands[1] == r.instruction.operands[2]) return r.keep(1);
    if (is_splat_of(r, r.instruction.operands[1], true) && is_splat_of(r, r.instruction.operands[2], false) &&
        r.operand(0).shape.dims == r.instruction.shape.dims)
        return r.keep(0);
    const Literal* predicate = splat_of(r.computation, r.instruction.operands[0]);
    if (predicate == nullptr) return {};
    return r.keep(integer_of(*predicate) != 0 ? 1 : 2);
}

// convert(x) to its own type = x
Outcome drop_convert(const Rewrite& r) {
    return r.operand(0).shape.type == r.instruction.shape.type ? r.keep(0) : Outcome{};
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
    return widens(r.computation[inner.operands[0]].shape.type, inner.shape.type) ? r.skip_operand() : Outcome{};
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
    {Opcode::Add, drop_neutral},
    {Opcode::Subtract, subtract_nothing},
    {Opcode::Multiply, drop_neutral},
    {Opcode::Divide, divide_by_one},
    {Opcode::Maximum, drop_neutral},
    {Opcode::Minimum, drop_neutral},
    {Opcode::And, drop_neutral},
    {Opcode::And, absorbing_logic},
    {Opcode::Or, drop_neutral},
    {Opcode::Or, absorbing_logic},
    {Opcode::Compare, compare_with_known},
    {Opcode::Compare, compare_with_itself},
    {Opcode::Select, select_known},
    {Opcode::Convert, drop_convert},
    {Opcode::Convert, convert_of_widening, Opcode::Convert},
};

} // namespace

std::span<const Rule> arithmetic_rules() {
    return kArithmeticRules;
}

} // namespace hlo2cpp
