// Worked examples of ops that make arrays or move their elements.
#include <cmath>

#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

// v[i][j][k] = 10 (i + 1) + 5 j + k
Literal blocks() {
    return tabulate(ElementType::F32, {4, 2, 3}, [](const Sizes& i) {
        return 10.0 * static_cast<double>(i[0] + 1) + 5.0 * static_cast<double>(i[1]) + static_cast<double>(i[2]);
    });
}

const std::vector<double> kBlocksInOrder120 = {10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42,
                                               15, 25, 35, 45, 16, 26, 36, 46, 17, 27, 37, 47};

Literal rows() {
    return f32({4, 3}, count_up(12));
}

Literal reshaped(Literal array, Sizes dims) {
    array.shape.dims = std::move(dims);
    return array;
}

} // namespace

Examples worked_examples_of_arrays() {
    return {
        {"Broadcast of a scalar to 2 by 3",
         {f32({}, {2})},
         [](Builder&, const Ops& x) {
             return Broadcast(x[0], {2, 3});
         },
         {f32({2, 3}, {2, 2, 2, 2, 2, 2})}},
        {"Broadcast puts new dimensions first",
         {f32({2, 3}, count_up(6))},
         [](Builder&, const Ops& x) {
             return Broadcast(x[0], {4, 5});
         },
         {tabulate(ElementType::F32, {4, 5, 2, 3},
                   [](const Sizes& i) { return static_cast<double>(i[2] * 3 + i[3]); })}},
        {"BroadcastInDim expands what has extent 1",
         {f32({2, 1}, {1, 2})},
         [](Builder&, const Ops& x) {
             return BroadcastInDim(x[0], {2, 3}, {0, 1});
         },
         {f32({2, 3}, {1, 1, 1, 2, 2, 2})}},
        {"Collapse of all dimensions",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Collapse(x[0], {0, 1, 2});
         },
         {reshaped(blocks(), {24})}},
        {"Collapse of the first two dimensions",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Collapse(x[0], {0, 1});
         },
         {reshaped(blocks(), {8, 3})}},
        {"Collapse of the last two dimensions",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Collapse(x[0], {1, 2});
         },
         {reshaped(blocks(), {4, 6})}},
        {"Reshape to 24",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {0, 1, 2}, {24});
         },
         {reshaped(blocks(), {24})}},
        {"Reshape to 8 by 3",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {0, 1, 2}, {8, 3});
         },
         {reshaped(blocks(), {8, 3})}},
        {"Reshape to 24 in the order 1, 2, 0",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {1, 2, 0}, {24});
         },
         {f32({24}, kBlocksInOrder120)}},
        {"Reshape to 8 by 3 in the order 1, 2, 0",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {1, 2, 0}, {8, 3});
         },
         {f32({8, 3}, kBlocksInOrder120)}},
        {"Reshape to 2 by 6 by 2 in the order 1, 2, 0",
         {blocks()},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {1, 2, 0}, {2, 6, 2});
         },
         {f32({2, 6, 2}, kBlocksInOrder120)}},
        {"Reshape of one element to a scalar",
         {f32({1, 1}, {5})},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {0, 1}, {});
         },
         {f32({}, {5})}},
        {"Reshape of a scalar to one element",
         {f32({}, {5})},
         [](Builder&, const Ops& x) {
             return Reshape(x[0], {}, {1, 1});
         },
         {f32({1, 1}, {5})}},
        {"Concatenate of vectors",
         {s32({2}, {2, 3}), s32({2}, {4, 5}), s32({2}, {6, 7})},
         [](Builder& b, const Ops& x) { return ConcatInDim(b, x, 0); },
         {s32({6}, {2, 3, 4, 5, 6, 7})}},
        {"Concatenate of matrices",
         {s32({3, 2}, {1, 2, 3, 4, 5, 6}), s32({1, 2}, {7, 8})},
         [](Builder& b, const Ops& x) { return ConcatInDim(b, x, 0); },
         {s32({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}},
        {"Iota along dimension 0",
         {},
         [](Builder& b, const Ops&) {
             return Iota(b, Shape::array(ElementType::S32, {4, 8}), 0);
         },
         {tabulate(ElementType::S32, {4, 8}, [](const Sizes& i) { return static_cast<double>(i[0]); })}},
        {"Iota along dimension 1",
         {},
         [](Builder& b, const Ops&) {
             return Iota(b, Shape::array(ElementType::S32, {4, 8}), 1);
         },
         {tabulate(ElementType::S32, {4, 8}, [](const Sizes& i) { return static_cast<double>(i[1]); })}},
        {"Pad at the edges and between elements",
         {f32({2, 3}, {1, 2, 3, 4, 5, 6}), f32({}, {7})},
         [](Builder&, const Ops& x) {
             return Pad(x[0], x[1], {{.low = 1, .high = 2, .interior = 1}, {.low = 0, .high = 1, .interior = 2}});
         },
         {f32({6, 8}, {7, 7, 7, 7, 7, 7, 7, 7, 1, 7, 7, 2, 7, 7, 3, 7, 7, 7, 7, 7, 7, 7, 7, 7,
                       4, 7, 7, 5, 7, 7, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7})}},
        {"Slice of a vector",
         {f32({5}, count_up(5))},
         [](Builder&, const Ops& x) { return Slice(x[0], {2}, {4}, {1}); },
         {f32({2}, {2, 3})}},
        {"Slice of a matrix",
         {rows()},
         [](Builder&, const Ops& x) {
             return Slice(x[0], {2, 1}, {4, 3}, {1, 1});
         },
         {f32({2, 2}, {7, 8, 10, 11})}},
        {"DynamicSlice of a vector",
         {f32({5}, count_up(5)), s32({}, {2})},
         [](Builder&, const Ops& x) { return DynamicSlice(x[0], {x[1]}, {2}); },
         {f32({2}, {2, 3})}},
        {"DynamicSlice of a matrix",
         {rows(), s32({}, {2}), s32({}, {1})},
         [](Builder&, const Ops& x) {
             return DynamicSlice(x[0], {x[1], x[2]}, {2, 2});
         },
         {f32({2, 2}, {7, 8, 10, 11})}},
        {"DynamicUpdateSlice of a vector",
         {f32({5}, count_up(5)), f32({2}, {5, 6}), s32({}, {2})},
         [](Builder&, const Ops& x) { return DynamicUpdateSlice(x[0], x[1], {x[2]}); },
         {f32({5}, {0, 1, 5, 6, 4})}},
        {"DynamicUpdateSlice of a matrix",
         {rows(), f32({3, 2}, count_up(6, 12)), s32({}, {1}), s32({}, {1})},
         [](Builder&, const Ops& x) {
             return DynamicUpdateSlice(x[0], x[1], {x[2], x[3]});
         },
         {f32({4, 3}, {0, 1, 2, 3, 12, 13, 6, 14, 15, 9, 16, 17})}},
        {"Rev of dimension 0",
         {rows()},
         [](Builder&, const Ops& x) { return Rev(x[0], {0}); },
         {f32({4, 3}, {9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2})}},
        {"Rev of dimension 1",
         {rows()},
         [](Builder&, const Ops& x) { return Rev(x[0], {1}); },
         {f32({4, 3}, {2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9})}},
        {"Rev of both dimensions",
         {rows()},
         [](Builder&, const Ops& x) {
             return Rev(x[0], {0, 1});
         },
         {f32({4, 3}, {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0})}},
        {"Transpose makes dimension i of dimension permutation[i]",
         {f32({2, 3, 4}, count_up(24))},
         [](Builder&, const Ops& x) {
             return Transpose(x[0], {2, 0, 1});
         },
         {tabulate(ElementType::F32, {4, 2, 3},
                   [](const Sizes& i) { return static_cast<double>(i[1] * 12 + i[2] * 4 + i[0]); })}},
        {"Tuple of an array and a scalar",
         {f32({10}, count_up(10)), s32({}, {5})},
         [](Builder& b, const Ops& x) { return Tuple(b, x); },
         {f32({10}, count_up(10)), s32({}, {5})}},
        {"GetTupleElement takes out what Tuple put in",
         {f32({10}, count_up(10)), s32({}, {5})},
         [](Builder& b, const Ops& x) { return GetTupleElement(Tuple(b, x), 1); },
         {s32({}, {5})}},
    };
}

} // namespace hlo2cpp::testing
