// Worked examples of reductions, windows, sorts.
#include <cfloat>
#include <cmath>

#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

using builder::ConstantR0;
using builder::Padding;

const std::vector<double> kSixInFourPlanes = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6};

Example sum(const std::string& name, const Literal& array, const Sizes& dimensions, const Literal& result) {
    return {name,
            {array},
            [=](Builder& b, const Ops& x) {
                return Reduce(x[0], ConstantR0<float>(b, 0), of_two(b, ElementType::F32, builder::Add), dimensions);
            },
            {result}};
}

// Of a vector's first elements.
Example dynamic_fold(const std::string& name, Op (*op)(Op, Op, const Sizes&), float initial, double size,
                     double result) {
    return {name,
            {f32({10}, count_up(10, 1)), s32({}, {size})},
            [=](Builder& b, const Ops& x) {
                return Reduce(SetDimensionSize(x[0], x[1], 0), ConstantR0<float>(b, initial),
                              of_two(b, ElementType::F32, op), {0});
            },
            {f32({}, {result})}};
}

// The minimum of each three of five elements, two apart.
Example minimum_window(const std::string& name, Padding padding, const Literal& result) {
    return {name,
            {f32({5}, {10000, 1000, 100, 10, 1})},
            [=](Builder& b, const Ops& x) {
                return ReduceWindow(x[0], ConstantR0<float>(b, FLT_MAX), of_two(b, ElementType::F32, builder::Min), {3},
                                    {2}, padding);
            },
            {result}};
}

Example scattered(const std::string& name, const Literal& operand, const Sizes& strides, const Literal& result) {
    return {name,
            {operand, f32({2, 2}, {2, 6, 3, 1})},
            [=](Builder& b, const Ops& x) {
                return SelectAndScatter(x[0], of_two(b, ElementType::F32, builder::Ge), {2, 3}, strides, Padding::Valid,
                                        x[1], ConstantR0<float>(b, 0), of_two(b, ElementType::F32, builder::Add));
            },
            {result}};
}

Op largest_and_its_index(Builder& b, const Ops& x) {
    const Shape value = Shape::scalar(ElementType::F32), index = Shape::scalar(ElementType::S32);
    const ComputationId larger = function(b, {value, index, value, index}, [](Builder& inside, const Ops& y) {
        const Op second = Ge(y[2], y[0]);
        return Tuple(inside, {Select(second, y[2], y[0]), Select(second, y[3], y[1])});
    });
    return Reduce(b, x, {ConstantR0<float>(b, -HUGE_VALF), ConstantR0<std::int32_t>(b, 0)}, larger, {0});
}

} // namespace

Examples worked_examples_of_folds() {
    const Literal planes = f32({4, 2, 3}, kSixInFourPlanes);
    return {
        sum("Reduce of a vector", f32({4}, {10, 11, 12, 13}), {0}, f32({}, {46})),
        sum("Reduce of dimension 0", planes, {0}, f32({2, 3}, {4, 8, 12, 16, 20, 24})),
        sum("Reduce of dimension 2", planes, {2}, f32({4, 2}, {6, 15, 6, 15, 6, 15, 6, 15})),
        sum("Reduce of dimensions 0 and 1", planes, {0, 1}, f32({3}, {20, 28, 36})),
        sum("Reduce of all dimensions", planes, {0, 1, 2}, f32({}, {84})),
        {"Reduce of values and their indices",
         {f32({9}, {1, 3, 4, 2, 0, 7, 6, 5, 8}), s32({9}, count_up(9))},
         largest_and_its_index,
         {f32({}, {8}), s32({}, {8})}},
        {"ReduceWindow of 2 by 3",
         {f32({4, 6}, {16, 5, 23, 4, 19, 18, 11, 9, 2, 7, 1, 20, 13, 6, 22, 8, 3, 15, 24, 10, 12, 17, 21, 14})},
         [](Builder& b, const Ops& x) {
             return ReduceWindow(x[0], ConstantR0<float>(b, -FLT_MAX), of_two(b, ElementType::F32, builder::Max),
                                 {2, 3}, {2, 3}, Padding::Valid);
         },
         {f32({2, 2}, {23, 20, 24, 21})}},
        minimum_window("ReduceWindow with VALID padding", Padding::Valid, f32({2}, {100, 1})),
        minimum_window("ReduceWindow with SAME padding", Padding::Same, f32({3}, {1000, 10, 1})),
        scattered("SelectAndScatter into windows that lie apart",
                  f32({4, 6}, {7, 2, 5, 3, 10, 2, 3, 8, 9, 3, 4, 2, 1, 5, 7, 5, 6, 1, 0, 6, 2, 7, 2, 8}), {2, 3},
                  f32({4, 6}, {0, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1})),
        scattered("SelectAndScatter adds where windows share what they select",
                  f32({4, 5}, {7, 2, 5, 3, 8, 3, 8, 9, 3, 4, 1, 5, 7, 5, 6, 0, 6, 2, 10, 2}), {2, 2},
                  f32({4, 5}, {0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0})),
        dynamic_fold("Reduce of five elements of a dynamic dimension", builder::Add, 0, 5, 15),
        dynamic_fold("Reduce of six elements of a dynamic dimension", builder::Add, 0, 6, 21),
        dynamic_fold("Reduce by products of five elements of a dynamic dimension", builder::Mul, 1, 5, 120),
        {"Sort of three operands by the first",
         {s32({2}, {3, 1}), s32({2}, {42, 50}), f32({2}, {-3, 1.1})},
         [](Builder&, const Ops& x) { return Sort(x); },
         {s32({2}, {1, 3}), s32({2}, {50, 42}), f32({2}, {1.1, -3})}},
        {"TopK of a vector",
         {f32({5}, {3, 9, 1, 9, 4})},
         [](Builder&, const Ops& x) { return TopK(x[0], 3); },
         {f32({3}, {9, 9, 4}), s32({3}, {1, 3, 4})}},
        {"CrossReplicaSum of one replica",
         {f32({2}, {1, 2.5})},
         [](Builder&, const Ops& x) { return CrossReplicaSum(x[0], {{0}}); },
         {f32({2}, {1, 2.5})}},
    };
}

} // namespace hlo2cpp::testing
