// rng: numbers of a distribution, from the bits that philox makes of the state
//
//     uniform(a, b)      in [a, b): a + (b - a) u; of integers a + ((b - a) x the bits, as a number below 1)
//     normal(mu, sigma)  mu + sigma sqrt(-2 log(v)) cos(2 pi u)
//     bernoulli(p)       u < p, in older modules
//
// u in [0, 1) has as many bits as the type's mantissa; v in (0, 1] takes all bits of a word. Narrow floats are computed
// in f32.
#include <cmath>
#include <numbers>

#include "ir/float_format.h"
#include "ops/expansion.h"
#include "ops/op.h"
#include "ops/random_bits.h"

namespace hlo2cpp {
namespace {

constexpr std::uint64_t kKey = 0; // of philox: the state counts 128 bits, which is enough

RandomDistribution distribution_of(const Attributes& attributes) {
    return attributes.random_distribution;
}

void require_scalars(const InferContext& context, std::size_t count) {
    context.require_operands(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Shape& operand = context.array_operand(i);
        if (!operand.is_scalar()) context.fail("its operands must be scalars, found " + to_string(operand));
    }
}

Shape infer_rng(const InferContext& context) {
    const Shape& shape = context.instruction.shape;
    const RandomDistribution distribution = distribution_of(context.attributes());
    const bool bernoulli = distribution == RandomDistribution::Bernoulli;
    require_scalars(context, bernoulli ? 1 : 2);
    if (!shape.is_array()) context.fail("its result must be an array, found " + to_string(shape));
    const std::string found = ", found " + std::string(info(shape.type).name);
    const int width = info(shape.type).bits;
    const bool floats = is_float(shape.type) && width >= 16, integers = is_integer(shape.type) && width >= 8;
    switch (distribution) {
    case RandomDistribution::Uniform:
        context.require(floats || integers, "uniform numbers must be floats of 16 bits or more, or integers" + found);
        break;
    case RandomDistribution::Normal:
        context.require(floats, "normally distributed numbers must be floats of 16 bits or more" + found);
        break;
    case RandomDistribution::Bernoulli:
        context.require(is_float(context.operand(0).type), "the chance of a one must be a float, found " +
                                                               std::string(info(context.operand(0).type).name));
        context.require(is_pred(shape.type) || integers, "ones and zeros must be pred or integers" + found);
        break;
    default: context.fail("its distribution must be uniform or normal");
    }
    for (std::size_t i = 0; !bernoulli && i < 2; ++i)
        if (context.operand(i).type != shape.type)
            context.fail("its operands must have the type of the result, " + to_string(shape) + ", found " +
                         to_string(context.operand(i)));
    return Shape::array(shape.type, shape.dims);
}

class Source {
public:
    Source(Expansion& e, InstructionId state) : e_(e), state_(state) {}
    InstructionId state() const { return state_; }

    InstructionId bits(ElementType type, std::vector<std::int64_t> dims) {
        const InstructionId key = e_.integer(Shape::array(ElementType::U64, {1}), kKey);
        const InstructionId counter = e_.concatenate({key, state_}, 0);
        const Shape shape = Shape::tuple_of({e_.shape_of(counter), Shape::array(type, std::move(dims))});
        const InstructionId drawn = e_.builder().apply(Opcode::RngBitGenerator, shape, {counter});
        e_.builder()[drawn].attributes.random_algorithm = RandomAlgorithm::Philox;
        state_ = e_.slice(e_.builder().get_tuple_element(drawn, 0), 0, 1, 3);
        return e_.builder().get_tuple_element(drawn, 1);
    }

private:
    Expansion& e_;
    InstructionId state_;
};

ElementType wide_float(ElementType type) {
    return type == ElementType::F64 ? type : ElementType::F32;
}
ElementType word_of(ElementType type) {
    return info(type).bits == 64 ? ElementType::U64 : ElementType::U32;
}

InstructionId scaled(Expansion& e, InstructionId x, int exponent) {
    return e.binary(Opcode::Multiply, x, e.number(e.shape_of(x), std::ldexp(1.0, exponent)));
}

// The upper bits of words as u, in the wide type; conversions from signed integers are faster.
InstructionId fractions(Expansion& e, InstructionId bits, ElementType type) {
    const ElementType word = e.shape_of(bits).type;
    const int width = info(word).bits, digits = float_format(type).mantissa_bits + 1;
    const auto surplus = static_cast<std::uint64_t>(width - digits);
    const InstructionId upper = e.binary(Opcode::ShiftRightLogical, bits, e.integer(e.shape_of(bits), surplus));
    const ElementType number = width == 64 ? ElementType::S64 : ElementType::S32;
    return scaled(e, e.convert(wide_float(type), e.bitcast(number, upper)), -digits);
}

InstructionId uniform_floats(Expansion& e, Source& source) {
    const ElementType type = e.shape().type, wide = wide_float(type);
    const std::vector<std::int64_t>& dims = e.shape().dims;
    const InstructionId u = fractions(e, source.bits(word_of(type), dims), type);
    const InstructionId a = e.convert(wide, e.operand(0)), b = e.convert(wide, e.operand(1));
    const InstructionId range = e.broadcast(e.binary(Opcode::Subtract, b, a), dims);
    const InstructionId x = e.binary(Opcode::Add, e.broadcast(a, dims), e.binary(Opcode::Multiply, range, u));
    const InstructionId rounded = e.convert(type, x); // rounding may give b
    const InstructionId below = e.compare(ComparisonDirection::Lt, rounded, e.broadcast(e.operand(1), dims));
    return e.select(below, rounded, e.broadcast(e.operand(0), dims));
}

InstructionId uniform_integers(Expansion& e, Source& source) {
    const ElementType type = e.shape().type, word = word_of(type);
    const std::vector<std::int64_t>& dims = e.shape().dims;
    const InstructionId range = e.convert(word, e.operand(1));
    const InstructionId first = e.convert(word, e.operand(0));
    const InstructionId size = e.broadcast(e.binary(Opcode::Subtract, range, first), dims);
    const InstructionId above = e.binary(Opcode::Mulhi, source.bits(word, dims), size);
    return e.binary(Opcode::Add, e.broadcast(e.operand(0), dims), e.convert(type, above));
}

InstructionId normal_floats(Expansion& e, Source& source) {
    const ElementType type = e.shape().type, wide = wide_float(type);
    const Shape shape = Shape::array(wide, e.shape().dims);
    std::vector<std::int64_t> pair = shape.dims;
    pair.insert(pair.begin(), 2);
    const InstructionId bits = source.bits(word_of(wide), pair);
    const auto half = [&](std::int64_t i) { return e.reshape(e.slice(bits, 0, i, i + 1), shape.dims); };
    const InstructionId whole = e.convert(wide, half(0));
    const InstructionId v = scaled(e, e.binary(Opcode::Add, whole, e.number(shape, 0.5)), -info(word_of(wide)).bits);
    const InstructionId square = e.binary(Opcode::Multiply, e.unary(Opcode::Log, v), e.number(shape, -2));
    const InstructionId angle =
        e.binary(Opcode::Multiply, fractions(e, half(1), wide), e.number(shape, 2 * std::numbers::pi));
    const InstructionId z = e.binary(Opcode::Multiply, e.unary(Opcode::Sqrt, square), e.unary(Opcode::Cosine, angle));
    const InstructionId mu = e.broadcast(e.convert(wide, e.operand(0)), shape.dims);
    const InstructionId sigma = e.broadcast(e.convert(wide, e.operand(1)), shape.dims);
    return e.convert(type, e.binary(Opcode::Add, mu, e.binary(Opcode::Multiply, sigma, z)));
}

InstructionId ones(Expansion& e, Source& source) {
    const ElementType wide = wide_float(e.shape_of(e.operand(0)).type);
    const InstructionId u = fractions(e, source.bits(word_of(wide), e.shape().dims), wide);
    const InstructionId chance = e.broadcast(e.convert(wide, e.operand(0)), e.shape().dims);
    return e.convert(e.shape().type, e.compare(ComparisonDirection::Lt, u, chance));
}

Drawn draw(Expansion& e, InstructionId state) {
    Source source(e, state);
    const auto numbers = [&] {
        switch (distribution_of(e.attributes())) {
        case RandomDistribution::Normal: return normal_floats(e, source);
        case RandomDistribution::Bernoulli: return ones(e, source);
        default: return is_float(e.shape().type) ? uniform_floats(e, source) : uniform_integers(e, source);
        }
    };
    const InstructionId made = numbers();
    return {.numbers = made, .state = source.state()};
}

} // namespace

const OpDefinition op_rng = {
    .infer = infer_rng, .form = DrawForm{.draw = draw}, .cost = Cost::Expensive, .declares_shape = true};

} // namespace hlo2cpp
