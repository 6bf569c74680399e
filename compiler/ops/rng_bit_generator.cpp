// rng-bit-generator: (the next state, random bits). State word 0 is the key, the others count: one for three_fry, two
// for philox, which numbers 128 bits (of a state of two words, the key is the upper half, and a carry is lost).
//
//     three_fry  two u32 a count, the number of the place in the array; of 64 bits one number, else one in each half
//     philox     four u32 a count, which follow each other; default is philox
#include <numeric>

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/random_bits.h"

namespace hlo2cpp {
namespace {

bool is_three_fry(const Attributes& attributes) {
    return attributes.random_algorithm == RandomAlgorithm::ThreeFry;
}

Shape infer_rng_bit_generator(const InferContext& context) {
    context.require_operands(1);
    const Shape& state = context.array_operand(0);
    const bool two = same_shape(state, Shape::array(ElementType::U64, {2}));
    const bool three = same_shape(state, Shape::array(ElementType::U64, {3}));
    if (!two && (is_three_fry(context.attributes()) || !three))
        context.fail(std::string("its state must be u64[2]") +
                     (is_three_fry(context.attributes()) ? "" : " or u64[3]") + ", found " + to_string(state));
    const std::vector<Shape>& declared = context.instruction.shape.tuple;
    if (declared.size() != 2 || !declared[1].is_array() || !is_integer(declared[1].type) ||
        info(declared[1].type).bits < 8)
        context.fail("its result must be the state and an array of integers, found " +
                     to_string(context.instruction.shape));
    return Shape::tuple_of({state, Shape::array(declared[1].type, declared[1].dims)});
}

// Number of the generator's counts for an array.
std::int64_t counts(const Attributes& attributes, const Shape& bits) {
    const bool wide = info(bits.type).bits == 64;
    if (!is_three_fry(attributes)) return (bits.elements() * (wide ? 2 : 1) + 3) / 4;
    if (wide) return bits.elements();
    const std::vector<std::int64_t> half = halves_of(bits.dims).dims;
    return std::accumulate(half.begin(), half.end(), std::int64_t{1}, std::multiplies<>());
}

// --- The evaluator, number by number ---

Words halves_of_word(std::uint64_t x) {
    return {x & 0xffffffff, x >> 32};
}

// Number i of the array, which is word `word` of the generator's pair `place`.
std::uint64_t three_fry_bits(const Words& key, std::uint64_t count, const Shape& bits, std::int64_t i) {
    if (info(bits.type).bits == 64) {
        const Words x = three_fry(key, halves_of_word(count + as_unsigned(i)));
        return x[0] | x[1] << 32;
    }
    const Halves halves = halves_of(bits.dims);
    std::int64_t place = 0, rest = i, stride = 1, word = 0; // in the half
    for (std::size_t d = bits.rank(); d-- > 0;) {
        const std::int64_t at = rest % bits.dims[d];
        rest /= bits.dims[d];
        if (d == halves.dimension) word = at % 2;
        place += (d == halves.dimension ? at / 2 : at) * stride;
        stride *= halves.dims[d];
    }
    return three_fry(key, halves_of_word(count + as_unsigned(place)))[static_cast<std::size_t>(word)];
}

struct Count128 {
    std::uint64_t low, high;
    Count128 plus(std::uint64_t n) const { return {low + n, high + (low + n < n ? 1 : 0)}; }
};

std::uint64_t philox_bits(const Words& key, const Count128& count, const Shape& bits, std::int64_t i) {
    const bool wide = info(bits.type).bits == 64;
    const auto first = as_unsigned(i) * (wide ? 2 : 1);
    const Count128 at = count.plus(first / 4);
    const Words low = halves_of_word(at.low), high = halves_of_word(at.high);
    const std::array<std::uint64_t, 4> x = philox(key, {low[0], low[1], high[0], high[1]});
    return wide ? x[first % 4] | x[first % 4 + 1] << 32 : x[first % 4];
}

Tensor evaluate_rng_bit_generator(const EvaluateContext& context) {
    const auto& state = context.operand(0).integers();
    Tensor result(context.shape());
    const Shape& bits = context.shape().tuple[1];
    const Words key = halves_of_word(as_unsigned(state(0)));
    const Count128 count{as_unsigned(state(1)), as_unsigned(state(state.size() == 3 ? 2 : 0))};
    for (std::int64_t i = 0; i < bits.elements(); ++i) {
        const std::uint64_t number = is_three_fry(context.attributes()) ? three_fry_bits(key, count.low, bits, i)
                                                                        : philox_bits(key, count, bits, i);
        result.tuple[1].integers()(i) = wrap_to(bits.type, as_signed(number));
    }
    const Count128 next = count.plus(as_unsigned(counts(context.attributes(), bits)));
    result.tuple[0] = context.operand(0);
    result.tuple[0].integers()(1) = as_signed(next.low);
    if (state.size() == 3) result.tuple[0].integers()(2) = as_signed(next.high);
    return result;
}

// --- The expansion: a map that gives two words of 32 bits as one of 64 ---

// Lower and upper half of a u64, as u32.
std::array<InstructionId, 2> split(Expansion& e, InstructionId word) {
    const InstructionId upper = e.binary(Opcode::ShiftRightLogical, word, e.integer(e.shape_of(word), 32));
    return {e.convert(ElementType::U32, word), e.convert(ElementType::U32, upper)};
}

InstructionId join(Expansion& e, InstructionId low, InstructionId high) {
    const InstructionId upper = e.convert(ElementType::U64, high);
    return e.binary(Opcode::Or, e.convert(ElementType::U64, low),
                    e.binary(Opcode::ShiftLeft, upper, e.integer(e.shape_of(upper), 32)));
}

// A word of scalars x: key, count and place.
InstructionId three_fry_word(Expansion& e, const Expansion::Values& x) {
    const std::array<InstructionId, 2> counter = split(e, e.binary(Opcode::Add, x[1], x[2]));
    const std::array<InstructionId, 2> words = three_fry(e, split(e, x[0]), counter);
    return join(e, words[0], words[1]);
}

// A word of scalars x: key, lower and upper count, place, and the half of the four words.
InstructionId philox_word(Expansion& e, const Expansion::Values& x) {
    const InstructionId low = e.binary(Opcode::Add, x[1], x[3]);
    const InstructionId carry = e.convert(ElementType::U64, e.compare(ComparisonDirection::Lt, low, x[1]));
    const auto [a, b] = split(e, low);
    const auto [c, d] = split(e, e.binary(Opcode::Add, x[2], carry));
    const std::array<InstructionId, 4> words = philox(e, split(e, x[0]), {a, b, c, d});
    const InstructionId first = e.compare(ComparisonDirection::Eq, x[4], e.integer(e.shape_of(x[4]), 0));
    return e.select(first, join(e, words[0], words[1]), join(e, words[2], words[3]));
}

struct Generator {
    Expansion& e;
    InstructionId state;
    const Shape& bits;

    bool is_wide() const { return info(bits.type).bits == 64; }
    InstructionId word(std::int64_t i) const { return e.reshape(e.slice(state, 0, i, i + 1), {}); }
    // Words of 64 bits as pairs of 32, along one more dimension.
    InstructionId pairs(InstructionId words) const {
        std::vector<std::int64_t> dims = e.shape_of(words).dims;
        dims.push_back(2);
        return e.builder().apply(Opcode::BitcastConvert, Shape::array(ElementType::U32, dims), {words});
    }
    // The first numbers, as the array.
    InstructionId first_of(InstructionId numbers) const {
        const InstructionId line = e.reshape(numbers, {e.shape_of(numbers).elements()});
        return e.reshape(e.slice(line, 0, 0, bits.elements()), bits.dims);
    }

    InstructionId three_fry_numbers() const {
        const Halves halves = halves_of(bits.dims);
        const std::vector<std::int64_t>& dims = is_wide() ? bits.dims : halves.dims;
        const std::int64_t count = counts(e.attributes(), bits);
        const InstructionId place = e.reshape(e.iota(Shape::array(ElementType::U64, {count}), 0), dims);
        const InstructionId words =
            e.map({e.broadcast(word(0), dims), e.broadcast(word(1), dims), place}, three_fry_word);
        if (is_wide()) return words;
        if (bits.rank() == 0) return first_of(pairs(words));
        std::vector<std::int64_t> order(dims.size()), beside = dims;
        std::iota(order.begin(), order.end(), 0);
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(halves.dimension) + 1,
                     static_cast<std::int64_t>(dims.size()));
        beside[halves.dimension] *= 2;
        return e.slice(e.reshape(e.transpose(pairs(words), order), beside), halves.dimension, 0,
                       bits.dims[halves.dimension]);
    }
    InstructionId philox_numbers() const {
        const std::vector<std::int64_t> dims = {counts(e.attributes(), bits), 2};
        const Shape places = Shape::array(ElementType::U64, dims);
        const std::int64_t upper = e.shape_of(state).dims[0] == 3 ? 2 : 0;
        const InstructionId words = e.map({e.broadcast(word(0), dims), e.broadcast(word(1), dims),
                                           e.broadcast(word(upper), dims), e.iota(places, 0), e.iota(places, 1)},
                                          philox_word);
        return first_of(is_wide() ? words : pairs(words));
    }
    // The next state, with the carry of the counter of 128 bits.
    InstructionId next_state() const {
        const InstructionId low = word(1);
        const InstructionId steps = e.integer(e.shape_of(low), as_unsigned(counts(e.attributes(), bits)));
        Expansion::Values words = {word(0)};
        if (e.shape_of(state).dims[0] == 3) {
            const std::array<InstructionId, 2> next = count_on(e, {low, word(2)}, steps);
            words.insert(words.end(), next.begin(), next.end());
        } else {
            words.push_back(e.binary(Opcode::Add, low, steps));
        }
        for (InstructionId& word : words) word = e.reshape(word, {1});
        return e.concatenate(words, 0);
    }
};

InstructionId expand_rng_bit_generator(Expansion& e) {
    const Shape& bits = e.shape().tuple[1];
    const Generator generator{e, e.operand(0), bits};
    if (bits.elements() == 0) return e.tuple({generator.next_state(), e.integer(bits, 0)});
    const InstructionId numbers =
        is_three_fry(e.attributes()) ? generator.three_fry_numbers() : generator.philox_numbers();
    return e.tuple({generator.next_state(), e.convert(bits.type, numbers)});
}

} // namespace

const OpDefinition op_rng_bit_generator = {.infer = infer_rng_bit_generator,
                                           .evaluate = evaluate_rng_bit_generator,
                                           .form = ExpandForm{.expand = expand_rng_bit_generator},
                                           .cost = Cost::Expensive,
                                           .declares_shape = true};

} // namespace hlo2cpp
