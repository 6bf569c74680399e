// Corners of floats of 16 and 8 bits, and of reduce-precision.
#include <cmath>

#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

using builder::ConstantR0WithType;

constexpr ElementType kBf16 = ElementType::BF16, kF16 = ElementType::F16, kF32 = ElementType::F32;

Literal ones(ElementType type, std::int64_t count) {
    return array(type, {count}, std::vector<double>(static_cast<std::size_t>(count), 1));
}

Op number(Builder& b, ElementType type, double value) {
    return ConstantR0WithType(b, type, value);
}

Example sum_of_ones(const std::string& name, ElementType type, std::int64_t count, double result) {
    return {name,
            {ones(type, count)},
            [type](Builder& b, const Ops& x) {
                return Reduce(x[0], number(b, type, 0), of_two(b, type, builder::Add), {0});
            },
            {array(type, {}, {result})}};
}

// One element after another into one place.
Op scattered_ones(Builder& b, const Ops& x) {
    const Op place = Broadcast(number(b, kBf16, 0), {1});
    const Op zeros = Broadcast(builder::ConstantR0<std::int32_t>(b, 0), {1000, 1});
    return Scatter(place, zeros, x[0], of_two(b, kBf16, builder::Add),
                   {.inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1});
}

Op looped_ones(Builder& b, const Ops& x) {
    const Shape state = Shape::tuple_of({Shape::scalar(ElementType::S32), Shape::scalar(kBf16)});
    const ComputationId condition = function(b, {state}, [](Builder& inside, const Ops& y) {
        return Lt(GetTupleElement(y[0], 0), builder::ConstantR0<std::int32_t>(inside, 1000));
    });
    const ComputationId body = function(b, {state}, [](Builder& inside, const Ops& y) {
        const Op count = Add(GetTupleElement(y[0], 0), builder::ConstantR0<std::int32_t>(inside, 1));
        return Tuple(inside, {count, Add(GetTupleElement(y[0], 1), number(inside, kBf16, 1))});
    });
    return GetTupleElement(While(condition, body, Tuple(b, {builder::ConstantR0<std::int32_t>(b, 0), x[0]})), 1);
}

Example reduced(const std::string& name, int exponent_bits, int mantissa_bits, const std::vector<double>& a,
                const std::vector<double>& result) {
    const Sizes dims = {static_cast<std::int64_t>(a.size())};
    return {name,
            {f32(dims, a)},
            [=](Builder&, const Ops& x) {
                return BitcastConvertType(ReducePrecision(x[0], exponent_bits, mantissa_bits), ElementType::U32);
            },
            {u32(dims, result)}};
}

Examples precisions() {
    const double infinity = 0x7F800000;
    return {
        reduced("reduce-precision rounds to nearest even", 8, 1, {1.25, 1.75, 1.2, -1.3},
                {0x3F800000, 0x40000000, 0x3F800000, 0xBFC00000}),
        reduced("reduce-precision gives 0 for what is denormal in the format", 5, 10, {0x1p-15, 0x1p-14, -0x1p-15},
                {0, 0x38800000, 0x80000000}),
        reduced("reduce-precision overflows to infinity", 5, 10, {65519, 65520, -70000, 65504},
                {0x477FE000, infinity, 0xFF800000, 0x477FE000}),
        reduced("reduce-precision to at least the own bits changes nothing", 8, 23, {1.1f, 0x1p-149, kInfinity},
                {0x3F8CCCCD, 1, infinity}),
        reduced("reduce-precision to no mantissa bits takes ties to even exponents", 8, 0, {1.5, 3, 6, -3, 0.75},
                {0x40000000, 0x40000000, 0x41000000, 0xC0000000, 0x3F000000}),
        {"reduce-precision keeps NaN, without a mantissa too",
         {f32({2}, {kNan, 3})},
         [](Builder&, const Ops& x) { return ReducePrecision(x[0], 8, 0); },
         {f32({2}, {kNan, 2})}},
    };
}

} // namespace

Examples corners_of_narrow_floats() {
    Examples all = precisions();
    Examples more = {
        sum_of_ones("a reduce of bf16 adds in f32 and rounds once", kBf16, 5000, 4992),
        sum_of_ones("a reduce of f16 adds in f32 and rounds once", kF16, 4099, 4100),
        {"a dot of bf16 adds in f32 and rounds once",
         {ones(kBf16, 5000), ones(kBf16, 5000)},
         [](Builder&, const Ops& x) { return Dot(x[0], x[1]); },
         {array(kBf16, {}, {4992})}},
        {"a dot of f8e5m2 adds in f32, where what is too small for that is lost before the rounding",
         {array(ElementType::F8E5M2, {3}, {4, 2, 0x1p-16}), array(ElementType::F8E5M2, {3}, {4, 1, 0x1p-16})},
         [](Builder&, const Ops& x) { return Dot(x[0], x[1]); },
         {array(ElementType::F8E5M2, {}, {16})}},
        {"a scatter of bf16 rounds each sum", {ones(kBf16, 1000)}, scattered_ones, {array(kBf16, {1}, {256})}},
        {"a while loop rounds each sum of bf16", {array(kBf16, {}, {0})}, looped_ones, {array(kBf16, {}, {256})}},
        {"every op on bf16 rounds",
         {array(kBf16, {3}, {256, 1.0078125, 3})},
         [](Builder& b, const Ops& x) {
             const Op one = number(b, kBf16, 1);
             return Tuple(b, {Sub(Add(x[0], one), x[0]), Mul(Mul(x[0], x[0]), x[0])});
         },
         {array(kBf16, {3}, {0, 1, 1}), array(kBf16, {3}, {16777216, 1.0234375, 27})}},
        {"a value that f8e4m3fn can hold no more saturates up to half a step and is NaN beyond",
         {f32({4}, {448, 464, 465, -464})},
         [](Builder&, const Ops& x) {
             return ConvertElementType(ConvertElementType(x[0], ElementType::F8E4M3FN), kF32);
         },
         {f32({4}, {448, 448, kNan, -448})}},
    };
    for (Example& example : more) all.push_back(std::move(example));
    return all;
}

} // namespace hlo2cpp::testing
