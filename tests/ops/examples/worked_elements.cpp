// Worked examples of ops on elements at the same index.
#include <cmath>

#include "examples/examples.h"

namespace hlo2cpp::testing {

Examples worked_examples_of_elements() {
    const double infinity = HUGE_VAL;
    return {
        {"Clamp between scalars",
         {s32({}, {0}), s32({3}, {-1, 5, 9}), s32({}, {6})},
         [](Builder&, const Ops& x) { return Clamp(x[0], x[1], x[2]); },
         {s32({3}, {0, 5, 6})}},
        {"ConvertElementType of integers to floats",
         {s32({3}, {0, 1, 2})},
         [](Builder&, const Ops& x) { return ConvertElementType(x[0], ElementType::F32); },
         {f32({3}, {0, 1, 2})}},
        {"BitcastConvertType of a scalar to two halves",
         {f32({}, {1})},
         [](Builder&, const Ops& x) { return BitcastConvertType(x[0], ElementType::U16); },
         {array(ElementType::U16, {2}, {0x0000, 0x3F80})}},
        {"BitcastConvertType of ten elements to ten pairs",
         {array(ElementType::F32, {10}, count_up(10, -3))},
         [](Builder&, const Ops& x) {
             return BitcastConvertType(BitcastConvertType(x[0], ElementType::F16), ElementType::F32);
         },
         {f32({10}, count_up(10, -3))}},
        {"BitcastConvertType of pairs of halves to elements",
         {array(ElementType::U16, {2, 2}, {0, 0x3F80, 0, 0x4000})},
         [](Builder&, const Ops& x) { return BitcastConvertType(x[0], ElementType::F32); },
         {f32({2}, {1, 2})}},
        {"BitcastConvertType of one word to four bytes",
         {s32({1}, {0x04030201})},
         [](Builder&, const Ops& x) { return BitcastConvertType(x[0], ElementType::S8); },
         {array(ElementType::S8, {1, 4}, {1, 2, 3, 4})}},
        {"Rem has the sign of the dividend",
         {s32({4}, {7, -7, 7, -7}), s32({4}, {3, 3, -3, -3})},
         [](Builder&, const Ops& x) { return Rem(x[0], x[1]); },
         {s32({4}, {1, -1, 1, -1})}},
        {"Round takes halves away from zero",
         {f32({8}, {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.4, -0.6})},
         [](Builder&, const Ops& x) { return Round(x[0]); },
         {f32({8}, {1, 2, 3, -1, -2, -3, 0, -1})}},
        {"RoundNearestEven takes halves to even numbers",
         {f32({8}, {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.4, -0.6})},
         [](Builder&, const Ops& x) { return RoundNearestEven(x[0]); },
         {f32({8}, {0, 2, 2, -0.0, -2, -2, 0, -1})}},
        {"Select between arrays element by element",
         {pred({4}, {1, 0, 0, 1}), s32({4}, {1, 2, 3, 4}), s32({4}, {100, 200, 300, 400})},
         [](Builder&, const Ops& x) { return Select(x[0], x[1], x[2]); },
         {s32({4}, {1, 200, 300, 4})}},
        {"Select between arrays by a scalar",
         {pred({}, {1}), s32({4}, {1, 2, 3, 4}), s32({4}, {100, 200, 300, 400})},
         [](Builder&, const Ops& x) { return Select(x[0], x[1], x[2]); },
         {s32({4}, {1, 2, 3, 4})}},
        {"Select between tuples by a scalar",
         {pred({}, {0}), s32({4}, {1, 2, 3, 4}), f32({}, {1}), s32({4}, {100, 200, 300, 400}), f32({}, {2})},
         [](Builder& b, const Ops& x) {
             return Select(x[0], Tuple(b, {x[1], x[2]}), Tuple(b, {x[3], x[4]}));
         },
         {s32({4}, {100, 200, 300, 400}), f32({}, {2})}},
        {"Sign keeps the sign of zero",
         {f32({6}, {0, -0.0, 3, -3, infinity, -infinity})},
         [](Builder&, const Ops& x) { return BitcastConvertType(Sign(x[0]), ElementType::U32); },
         {u32({6}, {0, 0x80000000, 0x3F800000, 0xBF800000, 0x3F800000, 0xBF800000})}},
        {"Map of a function of three elements",
         {f32({4}, {1, 2, 3, 4}), f32({4}, {5, 6, 7, 8}), f32({4}, {1, 0, 1, 0})},
         [](Builder& b, const Ops& x) {
             const Shape scalar = Shape::scalar(ElementType::F32);
             const auto f = [](Builder& inside, const Ops& y) {
                 const Op is_set = Ne(y[2], builder::ConstantR0<float>(inside, 0));
                 return Select(is_set, Add(y[0], y[1]), Mul(y[0], y[1]));
             };
             return Map(b, x, function(b, {scalar, scalar, scalar}, f), {0});
         },
         {f32({4}, {6, 12, 10, 32})}},
        {"Add of a vector to the rows of a matrix",
         {f32({2, 3}, {1, 2, 3, 4, 5, 6}), f32({3}, {7, 8, 9})},
         [](Builder&, const Ops& x) { return Add(x[0], x[1], {1}); },
         {f32({2, 3}, {8, 10, 12, 11, 13, 15})}},
        {"Add of a vector to the columns of a matrix",
         {f32({2, 3}, {1, 2, 3, 4, 5, 6}), f32({2}, {7, 8})},
         [](Builder&, const Ops& x) { return Add(x[0], x[1], {0}); },
         {f32({2, 3}, {8, 9, 10, 12, 13, 14})}},
        {"Add of a scalar to a matrix",
         {f32({2, 2}, {1, 2, 3, 4}), f32({}, {1})},
         [](Builder&, const Ops& x) { return Add(x[0], x[1]); },
         {f32({2, 2}, {2, 3, 4, 5})}},
        {"Add of arrays whose dimensions of 1 expand",
         {f32({1, 3}, {1, 2, 3}), f32({2, 1}, {10, 20})},
         [](Builder&, const Ops& x) { return Add(x[0], x[1]); },
         {f32({2, 3}, {11, 12, 13, 21, 22, 23})}},
        {"Mulhi is the upper half of the product",
         {u32({3}, {0xFFFFFFFF, 0x10000, 3}), u32({3}, {0xFFFFFFFF, 0x10000, 4})},
         [](Builder&, const Ops& x) { return Mulhi(x[0], x[1]); },
         {u32({3}, {0xFFFFFFFE, 1, 0})}},
    };
}

} // namespace hlo2cpp::testing
