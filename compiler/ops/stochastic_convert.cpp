// stochastic-convert: x as an integer, saturating; rounds away from zero if its fraction, with as many bits as the
// random number, is larger than that number, else towards zero. NaN becomes 0.
#include <cmath>

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

Shape infer_stochastic_convert(const InferContext& context) {
    context.require_operands(2);
    require_kind(context, 1, kUnsigned);
    require_same_sizes(context, 0, 1);
    const Shape& operand = context.operand(0);
    const Shape& random = context.operand(1);
    if (info(operand.type).bits != info(random.type).bits)
        context.fail("its random numbers must be as wide as " + to_string(operand) + ", found " + to_string(random));
    const ElementType type = context.instruction.shape.type;
    if (!is_integer(type)) context.fail("its result must be integers, found " + std::string(info(type).name));
    return shape_like(operand, type);
}

// The smallest and the largest number of the type.
double lowest(ElementType type) {
    return is_signed(type) ? -std::ldexp(1.0, info(type).bits - 1) : 0.0;
}
double highest(ElementType type) {
    return std::ldexp(1.0, info(type).bits - (is_signed(type) ? 1 : 0)) - 1;
}

std::int64_t converted(ElementType type, double x, std::uint64_t random, int random_bits) {
    if (std::isnan(x)) return 0;
    const std::uint64_t ones = low_bits(type, -1);
    if (x >= highest(type)) return wrap_to(type, as_signed(is_signed(type) ? ones >> 1 : ones));
    if (x <= lowest(type)) return wrap_to(type, is_signed(type) ? as_signed(ones / 2 + 1) : 0);
    const double size = std::abs(x), whole = std::trunc(size);
    const double fraction = std::ldexp(size - whole, random_bits);
    const auto truncated = static_cast<std::uint64_t>(whole);
    const std::uint64_t rounded = truncated + (random < static_cast<std::uint64_t>(fraction) ? 1 : 0);
    return wrap_to(type, as_signed(x < 0 ? 0 - rounded : rounded));
}

Tensor evaluate_stochastic_convert(const EvaluateContext& context) {
    const Tensor& x = context.operand(0);
    const Tensor& random = context.operand(1);
    const int bits = info(random.shape.type).bits;
    Tensor result(context.shape());
    for (std::int64_t i = 0; i < result.integers().size(); ++i) {
        const std::uint64_t number = low_bits(random.shape.type, random.integers()(i));
        result.integers()(i) = converted(result.shape.type, round_to(x.shape.type, x.reals()(i)), number, bits);
    }
    return result;
}

// Narrow floats are scaled in f32, where the fraction is exact.
InstructionId expand_stochastic_convert(Expansion& e) {
    const ElementType to = e.shape().type, random = e.shape_of(e.operand(1)).type;
    const ElementType wide = random == ElementType::U64 ? ElementType::F64 : ElementType::F32;
    const InstructionId x = e.convert(wide, e.operand(0));
    const auto number = [&](double value) { return e.number(e.shape_of(x), value); };
    const InstructionId size = e.unary(Opcode::Abs, x);
    const InstructionId fraction = e.binary(Opcode::Subtract, size, e.unary(Opcode::Floor, size));
    const InstructionId scaled = e.binary(Opcode::Multiply, fraction, number(std::ldexp(1.0, info(random).bits)));
    const InstructionId away = e.compare(ComparisonDirection::Lt, e.operand(1), e.convert(random, scaled));
    const InstructionId above = e.compare(ComparisonDirection::Gt, x, number(lowest(to)));
    const InstructionId below = e.compare(ComparisonDirection::Lt, x, number(highest(to)));
    const InstructionId inside = e.binary(Opcode::And, above, below);
    const Shape result = Shape::array(to, e.shape().dims);
    const InstructionId zero = e.integer(result, 0);
    const InstructionId negative = e.compare(ComparisonDirection::Lt, x, number(0));
    const InstructionId step = e.select(negative, e.integer(result, ~std::uint64_t{0}), e.integer(result, 1));
    const InstructionId round = e.select(e.binary(Opcode::And, inside, away), step, zero);
    return e.binary(Opcode::Add, e.convert(to, x), round);
}

} // namespace

const OpDefinition op_stochastic_convert = {.kinds = kFloat,
                                            .infer = infer_stochastic_convert,
                                            .evaluate = evaluate_stochastic_convert,
                                            .form = ExpandForm{.expand = expand_stochastic_convert},
                                            .declares_shape = true,
                                            .rounds_operands = true};

} // namespace hlo2cpp
