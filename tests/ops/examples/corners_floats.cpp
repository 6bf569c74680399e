// Corners of floating point arithmetic. Where the sign of zero or the last bit counts, the bits are compared.
#include <cmath>

#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

Op bits(Op x) {
    return BitcastConvertType(x, ElementType::U32);
}

Example bits_of_two(const std::string& name, Op (*op)(Op, Op, const Sizes&), const std::vector<double>& a,
                    const std::vector<double>& b, const std::vector<double>& result) {
    const Sizes dims = {static_cast<std::int64_t>(a.size())};
    return {name,
            {f32(dims, a), f32(dims, b)},
            [op](Builder&, const Ops& x) { return bits(op(x[0], x[1], {})); },
            {u32(dims, result)}};
}

Example bits_of_one(const std::string& name, Op (*op)(Op), const std::vector<double>& a,
                    const std::vector<double>& result) {
    const Sizes dims = {static_cast<std::int64_t>(a.size())};
    return {name, {f32(dims, a)}, [op](Builder&, const Ops& x) { return bits(op(x[0])); }, {u32(dims, result)}};
}

Example conversion(const std::string& name, ElementType type, const std::vector<double>& a,
                   const std::vector<std::int64_t>& result) {
    const Sizes dims = {static_cast<std::int64_t>(a.size())};
    return {name,
            {f32(dims, a)},
            [type](Builder&, const Ops& x) { return ConvertElementType(x[0], type); },
            {integers(type, dims, result)}};
}

Examples extrema() {
    return {
        bits_of_two("the maximum of -0 and +0 is +0, whichever comes first", builder::Max, {-0.0, 0}, {0, -0.0},
                    {0, 0}),
        bits_of_two("the minimum of -0 and +0 is -0, whichever comes first", builder::Min, {-0.0, 0}, {0, -0.0},
                    {0x80000000, 0x80000000}),
        {"NaN wins in maximum and minimum",
         {f32({3}, {kNan, 1, kNan}), f32({3}, {1, kNan, kNan})},
         [](Builder& b, const Ops& x) {
             return Tuple(b, {Max(x[0], x[1]), Min(x[0], x[1])});
         },
         {f32({3}, {kNan, kNan, kNan}), f32({3}, {kNan, kNan, kNan})}},
        {"clamp with its bounds crossed gives the upper one",
         {f32({3}, {5, 5, 5}), f32({3}, {0, 3, 9}), f32({3}, {2, 2, 2})},
         [](Builder&, const Ops& x) { return Clamp(x[0], x[1], x[2]); },
         {f32({3}, {2, 2, 2})}},
        {"any NaN makes a clamp NaN",
         {f32({3}, {kNan, 0, 0}), f32({3}, {1, kNan, 1}), f32({3}, {2, 2, kNan})},
         [](Builder&, const Ops& x) { return Clamp(x[0], x[1], x[2]); },
         {f32({3}, {kNan, kNan, kNan})}},
    };
}

Examples conversions() {
    return {
        conversion("floats saturate in s32, NaN is 0", ElementType::S32,
                   {kNan, kInfinity, -kInfinity, 3e9, -3e9, 2.9, -2.9},
                   {0, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, 2, -2}),
        conversion("floats saturate in s8, NaN is 0", ElementType::S8, {kNan, 300, -300, 127.9, -128.9, kInfinity},
                   {0, 127, -128, 127, -128, 127}),
        conversion("floats saturate in u16, NaN is 0", ElementType::U16, {kNan, 70000, -1, 65535.5, -kInfinity},
                   {0, 65535, 0, 65535, 0}),
        conversion("floats saturate in u64, NaN is 0", ElementType::U64, {kNan, 2e19, -1, 4294967296.0},
                   {0, -1, 0, 4294967296}),
        conversion("floats saturate in s64, NaN is 0", ElementType::S64, {kNan, 1e19, -1e19, -1.5},
                   {0, INT64_MAX, INT64_MIN, -1}),
    };
}

} // namespace

Examples corners_of_floats() {
    Examples all = extrema();
    for (Example& example : conversions()) all.push_back(std::move(example));
    const double denormal = 0x1p-140;
    Examples more = {
        {"a remainder has the sign of the dividend, by 0 it is NaN",
         {f32({6}, {7.5, -7.5, 7.5, -7.5, 1, kInfinity}), f32({6}, {2, 2, -2, -2, 0, 2})},
         [](Builder&, const Ops& x) { return Rem(x[0], x[1]); },
         {f32({6}, {1.5, -1.5, 1.5, -1.5, kNan, kNan})}},
        bits_of_one("the sign of -0 is -0", builder::Sign, {-0.0, 0, -2}, {0x80000000, 0, 0xBF800000}),
        {"the sign of NaN is NaN",
         {f32({2}, {kNan, 4})},
         [](Builder&, const Ops& x) { return Sign(x[0]); },
         {f32({2}, {kNan, 1})}},
        {"the number before 0.5 rounds to 0, away from zero too",
         {f32({4}, {0.49999997, -0.49999997, 8388609, 0.5})},
         [](Builder&, const Ops& x) { return Round(x[0]); },
         {f32({4}, {0, -0.0, 8388609, 1})}},
        bits_of_two("denormal numbers are kept in products", builder::Mul, {denormal, 0x1p-100, -denormal},
                    {1, 0x1p-40, 0.5}, {512, 512, 2147483648.0 + 256}),
        bits_of_two("denormal numbers are kept in sums", builder::Add, {denormal, 0x1p-126}, {denormal, -0x1p-127},
                    {1024, 4194304}),
        bits_of_one("square roots are correctly rounded", builder::Sqrt, {2, 3, 0x1.fffffep127, 0x1p-149, 0.1f},
                    {0x3FB504F3, 0x3FDDB3D7, 0x5F7FFFFF, 0x1A3504F3, 0x3EA1E89B}),
        {"the square root of a negative number is NaN, that of -0 is -0",
         {f32({3}, {-1, -0.0, -kInfinity})},
         [](Builder&, const Ops& x) {
             return Div(ConstantR0WithType(x[0].builder(), ElementType::F32, 1), Sqrt(x[0]));
         },
         {f32({3}, {kNan, -kInfinity, kNan})}},
        {"TOTALORDER has -NaN < -inf < -0 < +0 < inf < NaN",
         {u32({6}, {0xFFC00000, 0xFF800000, 0x80000000, 0x00000000, 0x7F800000, 0x7FC00000})},
         [](Builder& b, const Ops& x) {
             const Op numbers = BitcastConvertType(x[0], ElementType::F32);
             const Op low = SliceInDim(numbers, 0, 5, 1, 0), high = SliceInDim(numbers, 1, 6, 1, 0);
             return Tuple(b, {LtTotalOrder(low, high), GeTotalOrder(low, high), EqTotalOrder(low, low)});
         },
         {pred({5}, {1, 1, 1, 1, 1}), pred({5}, {0, 0, 0, 0, 0}), pred({5}, {1, 1, 1, 1, 1})}},
        {"real and imag of a real number are itself and 0",
         {f32({2}, {1.5, -2})},
         [](Builder& b, const Ops& x) {
             return Tuple(b, {Real(x[0]), Imag(x[0])});
         },
         {f32({2}, {1.5, -2}), f32({2}, {0, 0})}},
        {"the complex square root of -1 - 0i is the conjugate of that of -1 + 0i",
         {f32({2}, {-1, -1}), f32({2}, {-0.0, 0})},
         [](Builder& b, const Ops& x) {
             const Op root = Sqrt(Complex(x[0], x[1]));
             return Tuple(b, {Real(root), Imag(root)});
         },
         {f32({2}, {0, 0}), f32({2}, {-1, 1})}},
        {"the modulus of a number with an infinite part is infinite, whatever the other",
         {f32({3}, {kInfinity, -kInfinity, kNan}), f32({3}, {kNan, 1, kInfinity})},
         [](Builder&, const Ops& x) { return Abs(Complex(x[0], x[1])); },
         {f32({3}, {kInfinity, kInfinity, kInfinity})}},
    };
    for (Example& example : more) all.push_back(std::move(example));
    return all;
}

} // namespace hlo2cpp::testing
