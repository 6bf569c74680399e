// Corners of integer arithmetic.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

constexpr ElementType kS8 = ElementType::S8, kU8 = ElementType::U8, kS16 = ElementType::S16, kU16 = ElementType::U16,
                      kS32 = ElementType::S32, kS64 = ElementType::S64, kU64 = ElementType::U64, kS4 = ElementType::S4;
constexpr std::int64_t kMin64 = INT64_MIN, kMin32 = INT32_MIN;

using Binary = Op (*)(Op, Op, const Sizes&);

Example binary(const std::string& name, Binary op, ElementType type, const std::vector<std::int64_t>& a,
               const std::vector<std::int64_t>& b, const std::vector<std::int64_t>& result) {
    const Sizes dims = {static_cast<std::int64_t>(a.size())};
    return {name,
            {integers(type, dims, a), integers(type, dims, b)},
            [op](Builder&, const Ops& x) { return op(x[0], x[1], {}); },
            {integers(type, dims, result)}};
}

Example unary(const std::string& name, Op (*op)(Op), ElementType type, const std::vector<std::int64_t>& a,
              const std::vector<std::int64_t>& result) {
    const Sizes dims = {static_cast<std::int64_t>(a.size())};
    return {name,
            {integers(type, dims, a)},
            [op](Builder&, const Ops& x) { return op(x[0]); },
            {integers(type, dims, result)}};
}

Examples division() {
    return {
        binary("x / 0 is -1 and MIN / -1 is MIN in s32", builder::Div, kS32, {7, -7, 0, kMin32, kMin32, 7},
               {0, 0, 0, -1, 0, -2}, {-1, -1, -1, kMin32, -1, -3}),
        binary("x / 0 is -1 and MIN / -1 is MIN in s8", builder::Div, kS8, {7, -128, -128}, {0, -1, 0}, {-1, -128, -1}),
        binary("x / 0 is -1 and MIN / -1 is MIN in s64", builder::Div, kS64, {7, kMin64, kMin64}, {0, -1, 0},
               {-1, kMin64, -1}),
        binary("x / 0 is all ones in u16", builder::Div, kU16, {7, 0, 65535}, {0, 0, 0}, {65535, 65535, 65535}),
        binary("x / 0 is all ones in u64", builder::Div, kU64, {7, 0, -1}, {0, 0, 2}, {-1, -1, INT64_MAX}),
        binary("x % 0 is x and MIN % -1 is 0 in s32", builder::Rem, kS32, {7, -7, kMin32, kMin32, -7}, {0, 0, -1, 0, 2},
               {7, -7, 0, kMin32, -1}),
        binary("x % 0 is x and MIN % -1 is 0 in s16", builder::Rem, kS16, {7, -32768, -32768}, {0, -1, 0},
               {7, 0, -32768}),
        binary("x % 0 is x in u8", builder::Rem, kU8, {7, 255, 9}, {0, 0, 4}, {7, 255, 1}),
    };
}

Examples overflow() {
    return {
        binary("sums wrap in s32", builder::Add, kS32, {INT32_MAX, kMin32}, {1, -1}, {kMin32, INT32_MAX}),
        binary("sums wrap in s8", builder::Add, kS8, {127, -128, 100}, {1, -1, 100}, {-128, 127, -56}),
        binary("7 + 7 is -2 in s4", builder::Add, kS4, {7, -8}, {7, -1}, {-2, 7}),
        binary("differences wrap in s64", builder::Sub, kS64, {kMin64, INT64_MAX}, {1, -1}, {INT64_MAX, kMin64}),
        binary("products wrap in u16, which is wider than int's positive half squared", builder::Mul, kU16,
               {65535, 65535, 300}, {65535, 2, 300}, {1, 65534, 24464}),
        binary("products wrap in s32", builder::Mul, kS32, {kMin32, 65536, INT32_MAX}, {-1, 65536, 2}, {kMin32, 0, -2}),
        unary("abs of MIN is MIN", builder::Abs, kS32, {kMin32, -3, 3}, {kMin32, 3, 3}),
        unary("abs of MIN is MIN in s8", builder::Abs, kS8, {-128, -3}, {-128, 3}),
        unary("negated MIN is MIN", builder::Neg, kS16, {-32768, 5}, {-32768, -5}),
    };
}

Examples shifts() {
    return {
        binary("a left shift by the width or more, or by less than 0, is 0", builder::ShiftLeft, kS32, {1, 1, 1, 1, 3},
               {31, 32, 100, -1, 1}, {kMin32, 0, 0, 0, 6}),
        binary("a left shift by the width is 0 in u8", builder::ShiftLeft, kU8, {1, 1, 255}, {7, 8, 4}, {128, 0, 240}),
        binary("a logical right shift by the width or more is 0", builder::ShiftRightLogical, kS32, {-1, -1, -1, -1},
               {31, 32, -1, 0}, {1, 0, 0, -1}),
        binary("an arithmetic right shift by the width or more is the sign", builder::ShiftRightArithmetic, kS32,
               {-5, 5, -5, 5, -5}, {32, 32, -1, 100, 1}, {-1, 0, -1, 0, -3}),
        binary("an arithmetic right shift by the width is the sign in s64", builder::ShiftRightArithmetic, kS64,
               {-5, 5, -5}, {64, 64, 63}, {-1, 0, -1}),
    };
}

} // namespace

Examples corners_of_integers() {
    Examples all = division();
    for (Examples more : {overflow(), shifts()})
        for (Example& example : more) all.push_back(std::move(example));
    all.push_back(binary("powers with negative exponents are 0, 1 or -1", builder::Pow, kS32, {2, -1, -1, 1, 0, 0, -2},
                         {-1, -3, -2, -5, -1, 0, -2}, {0, -1, 1, 1, 0, 1, 0}));
    all.push_back(binary("powers wrap", builder::Pow, kS32, {3, 2, 2, 10}, {21, 31, 32, 10},
                         {1870418611, kMin32, 0, 1410065408}));
    all.push_back(binary("powers wrap in u8", builder::Pow, kU8, {3, 2, 255}, {6, 8, 2}, {217, 0, 1}));
    all.push_back(unary("count-leading-zeros of 0 is the width, of negative numbers 0", builder::Clz, kS32,
                        {0, -1, kMin32, 1, 255}, {32, 0, 0, 31, 24}));
    all.push_back(unary("count-leading-zeros of 0 is the width in s8", builder::Clz, kS8, {0, -1, 1}, {8, 0, 7}));
    all.push_back({"integers wrap to narrower ones",
                   {s32({4}, {300, -129, 65536, -1})},
                   [](Builder& b, const Ops& x) {
                       return Tuple(b, {ConvertElementType(x[0], kS8), ConvertElementType(x[0], kU16)});
                   },
                   {integers(kS8, {4}, {44, 127, 0, -1}), integers(kU16, {4}, {300, 65407, 0, 65535})}});
    return all;
}

} // namespace hlo2cpp::testing
