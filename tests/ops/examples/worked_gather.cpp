// Worked examples of gather: slices of an array of 16 by 11, and windows in an order of their own.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

Literal table() {
    return f32({16, 11}, count_up(16 * 11));
}

double number(std::int64_t row, std::int64_t column) {
    return static_cast<double>(row * 11 + column);
}

// Pairs of indices at which a slice of 8 by 6 fits.
Literal starts(Sizes dims) {
    std::int64_t i = 0;
    return tabulate(ElementType::S64, std::move(dims), [&](const Sizes& at) {
        ++i;
        return static_cast<double>(at.back() == 0 ? i * 5 % 9 : i * 3 % 6);
    });
}

std::int64_t index_at(const Literal& indices, const Sizes& at_index) {
    return static_cast<std::int64_t>(at(indices, at_index));
}

} // namespace

Examples worked_examples_of_gather() {
    const Literal five = starts({5, 2}), twenty = starts({4, 5, 2});
    const Literal rows = tabulate(ElementType::S64, {4, 5, 1},
                                  [](const Sizes& i) { return static_cast<double>((i[0] * 7 + i[1] * 3) % 16); });
    const Literal names =
        tabulate(ElementType::S64, {6, 7}, [](const Sizes& i) { return static_cast<double>((i[0] + i[1] * 3) % 4); });
    const Literal six = f32({2, 3, 2, 2, 3, 2}, count_up(144));
    const Literal corners = integers(ElementType::S64, {3, 2}, {1, 0, 0, 1, 1, 1});
    return {
        {"Gather of five slices",
         {table(), five},
         [](Builder&, const Ops& x) {
             return Gather(x[0], x[1], {.offset_dims = {1, 2}, .start_index_map = {0, 1}, .index_vector_dim = 1},
                           {8, 6});
         },
         {tabulate(ElementType::F32, {5, 8, 6},
                   [&](const Sizes& i) {
                       return number(index_at(five, {i[0], 0}) + i[1], index_at(five, {i[0], 1}) + i[2]);
                   })}},
        {"Gather of four by five slices",
         {table(), twenty},
         [](Builder&, const Ops& x) {
             return Gather(x[0], x[1], {.offset_dims = {2, 3}, .start_index_map = {0, 1}, .index_vector_dim = 2},
                           {8, 6});
         },
         {tabulate(
             ElementType::F32, {4, 5, 8, 6},
             [&](const Sizes& i) {
                 return number(index_at(twenty, {i[0], i[1], 0}) + i[2], index_at(twenty, {i[0], i[1], 1}) + i[3]);
             })}},
        {"Gather of whole rows",
         {table(), rows},
         [](Builder&, const Ops& x) {
             return Gather(
                 x[0], x[1],
                 {.offset_dims = {2}, .collapsed_slice_dims = {0}, .start_index_map = {0}, .index_vector_dim = 2},
                 {1, 11});
         },
         {tabulate(ElementType::F32, {4, 5, 11},
                   [&](const Sizes& i) {
                       return number(index_at(rows, {i[0], i[1], 0}), i[2]);
                   })}},
        {"Gather with an index dimension that is not there",
         {f32({4, 3}, count_up(12)), names},
         [](Builder&, const Ops& x) {
             return Gather(
                 x[0], x[1],
                 {.offset_dims = {2}, .collapsed_slice_dims = {0}, .start_index_map = {0}, .index_vector_dim = 2},
                 {1, 3});
         },
         {tabulate(ElementType::F32, {6, 7, 3},
                   [&](const Sizes& i) {
                       return static_cast<double>(index_at(names, {i[0], i[1]}) * 3 + i[2]);
                   })}},
        {"Gather with windows whose dimensions have new places",
         {six, corners},
         [](Builder&, const Ops& x) {
             return Gather(x[0], x[1],
                           {.offset_dims = {1, 2, 3, 4},
                            .collapsed_slice_dims = {0, 2},
                            .start_index_map = {0, 2},
                            .index_vector_dim = 1},
                           {1, 3, 1, 2, 3, 2});
         },
         {tabulate(
             ElementType::F32, {3, 3, 2, 3, 2},
             [&](const Sizes& i) {
                 return at(six, {index_at(corners, {i[0], 0}), i[1], index_at(corners, {i[0], 1}), i[2], i[3], i[4]});
             })}},
    };
}

} // namespace hlo2cpp::testing
