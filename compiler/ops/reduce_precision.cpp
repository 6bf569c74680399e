// reduce-precision: x, rounded to the nearest number (ties to even) of a format with so many bits of exponent and
// mantissa; overflow gives +-infinity, a denormal of the format +-0, and NaN stays NaN
#include <cmath>

#include "evaluate/tensor.h"
#include "ir/float_format.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

Shape infer_reduce_precision(const InferContext& context) {
    context.require_operands(1);
    const Attributes& attributes = context.attributes();
    if (attributes.exponent_bits < 1)
        context.fail("exponent_bits must be at least 1, found " + std::to_string(attributes.exponent_bits));
    if (attributes.mantissa_bits < 0)
        context.fail("mantissa_bits must not be negative, found " + std::to_string(attributes.mantissa_bits));
    return shape_like(context.operand(0), context.operand(0).type);
}

// Types without infinities are reduced as f32; the conversion back decides about overflow.
ElementType computed_type(ElementType type) {
    return float_format(type).has_infinity() ? type : ElementType::F32;
}

// The largest exponent e of numbers 1.m * 2^e with so many bits; the smallest is 1 - e.
int largest_exponent(std::int64_t bits) {
    return (1 << (bits - 1)) - 1;
}

// The nearest integer, ties to even. Without mantissa bits, 1.5 rounds to 1 or 2 by the parity of the exponent field,
// which is then the last bit and counts from 1 - largest on.
double rounded(double x, bool even_exponent) {
    return x == 1.5 && even_exponent ? 1 : std::nearbyint(x);
}

double reduced(double x, const FloatFormat& from, const Attributes& to) {
    if (x == 0 || !std::isfinite(x)) return x;
    if (to.mantissa_bits < from.mantissa_bits) {
        // A denormal's unit in the last place does not shrink with its exponent.
        const int exponent = std::max(std::ilogb(x), 1 - largest_exponent(from.exponent_bits));
        const int unit = exponent - static_cast<int>(to.mantissa_bits);
        const bool even = to.mantissa_bits == 0 && (exponent + largest_exponent(from.exponent_bits)) % 2 == 0;
        const double whole = rounded(std::ldexp(std::fabs(x), -unit), even);
        x = std::copysign(std::ldexp(whole, unit), x);
        if (x != 0 && std::ilogb(x) > largest_exponent(from.exponent_bits)) return std::copysign(INFINITY, x);
    }
    if (to.exponent_bits >= from.exponent_bits || x == 0) return x;
    const int largest = largest_exponent(to.exponent_bits), exponent = std::ilogb(x);
    if (exponent > largest) return std::copysign(INFINITY, x);
    return exponent < 1 - largest ? std::copysign(0.0, x) : x;
}

Tensor evaluate_reduce_precision(const EvaluateContext& context) {
    const ElementType type = context.shape().type;
    Tensor result = context.take(0);
    const FloatFormat format = float_format(computed_type(type));
    for (double& x : result.reals()) x = round_to(type, reduced(round_to(type, x), format, context.attributes()));
    return result;
}

// Computes on the bits of numbers, as unsigned integers of the same width.
InstructionId expand_reduce_precision(Expansion& e) {
    const ElementType given = e.shape_of(e.operand(0)).type, type = computed_type(given);
    const InstructionId x = e.convert(type, e.operand(0));
    const FloatFormat from = float_format(type);
    const InstructionId original = e.bitcast(unsigned_type(info(type).bits), x);
    const auto number = [&](std::uint64_t value) { return e.integer(e.shape_of(original), value); };
    const std::uint64_t sign = std::uint64_t{1} << (info(type).bits - 1);
    const std::uint64_t exponent_mask = sign - (std::uint64_t{1} << from.mantissa_bits);
    InstructionId y = original;
    if (e.attributes().mantissa_bits < from.mantissa_bits) {
        const auto dropped = static_cast<std::uint64_t>(from.mantissa_bits - e.attributes().mantissa_bits);
        const std::uint64_t unit = std::uint64_t{1} << dropped;
        const InstructionId odd =
            e.binary(Opcode::And, e.binary(Opcode::ShiftRightLogical, y, number(dropped)), number(1));
        const InstructionId bias = e.binary(Opcode::Add, odd, number(unit / 2 - 1)); // ties to even
        y = e.binary(Opcode::And, e.binary(Opcode::Add, y, bias), number(~(unit - 1)));
    }
    if (e.attributes().exponent_bits < from.exponent_bits) {
        const auto own = static_cast<std::uint64_t>(largest_exponent(from.exponent_bits));
        const auto largest = static_cast<std::uint64_t>(largest_exponent(e.attributes().exponent_bits));
        const InstructionId exponent = e.binary(Opcode::And, y, number(exponent_mask));
        const InstructionId zero = e.binary(Opcode::And, y, number(sign));
        const auto biased = [&](std::uint64_t value) { return number(value << from.mantissa_bits); };
        const InstructionId large = e.compare(ComparisonDirection::Gt, exponent, biased(own + largest));
        const InstructionId small = e.compare(ComparisonDirection::Le, exponent, biased(own - largest));
        y = e.select(large, e.binary(Opcode::Or, zero, number(exponent_mask)), y);
        y = e.select(small, zero, y);
    }
    const InstructionId nan = e.compare(ComparisonDirection::Ne, x, x);
    return e.convert(given, e.bitcast(type, e.select(nan, original, y)));
}

} // namespace

const OpDefinition op_reduce_precision = {.kinds = kFloat,
                                          .infer = infer_reduce_precision,
                                          .evaluate = evaluate_reduce_precision,
                                          .form = ExpandForm{.expand = expand_reduce_precision},
                                          .rounds_operands = true};

} // namespace hlo2cpp
