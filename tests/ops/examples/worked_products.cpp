// Worked examples of dots and convolutions; what they give is summed here as the published formulas have it.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

// Small integers, whose sums of products are exact.
Literal numbers(Sizes dims, int seed) {
    std::int64_t i = seed;
    return tabulate(ElementType::F32, std::move(dims),
                    [&](const Sizes&) { return static_cast<double>((i += 5) % 7 - 3); });
}

double sum(std::int64_t count, const std::function<double(std::int64_t)>& term) {
    double total = 0;
    for (std::int64_t i = 0; i < count; ++i) total += term(i);
    return total;
}

// Feature f of image b at (y, x) of a convolution, whose input is 0 outside.
double convolved(const Literal& input, const Literal& kernel, std::int64_t b, std::int64_t f, std::int64_t y,
                 std::int64_t x) {
    const Sizes& in = input.shape.dims;
    const Sizes& window = kernel.shape.dims;
    return sum(window[1] * window[2] * window[3], [&](std::int64_t i) {
        const std::int64_t c = i / (window[2] * window[3]), v = i / window[3] % window[2], u = i % window[3];
        const bool inside = y + v >= 0 && y + v < in[2] && x + u >= 0 && x + u < in[3];
        return inside ? at(input, {b, c, y + v, x + u}) * at(kernel, {f, c, v, u}) : 0;
    });
}

Example dot(const std::string& name, const Literal& lhs, const Literal& rhs, const DotDimensions& dimensions,
            const Literal& result) {
    return {name, {lhs, rhs}, [=](Builder&, const Ops& x) { return DotGeneral(x[0], x[1], dimensions); }, {result}};
}

Example plain_dot(const std::string& name, const Literal& lhs, const Literal& rhs, const Literal& result) {
    return {name, {lhs, rhs}, [](Builder&, const Ops& x) { return Dot(x[0], x[1]); }, {result}};
}

Examples dots() {
    const Literal vector = numbers({3}, 1), other = numbers({3}, 2), matrix = numbers({2, 3}, 3),
                  columns = numbers({3, 4}, 4);
    return {
        plain_dot("Dot of vectors", vector, other,
                  f32({}, {sum(3, [&](std::int64_t k) { return at(vector, {k}) * at(other, {k}); })})),
        plain_dot("Dot of a matrix and a vector", matrix, vector,
                  tabulate(ElementType::F32, {2},
                           [&](const Sizes& i) {
                               return sum(3, [&](std::int64_t k) { return at(matrix, {i[0], k}) * at(vector, {k}); });
                           })),
        plain_dot("Dot of matrices", matrix, columns,
                  tabulate(ElementType::F32, {2, 4},
                           [&](const Sizes& i) {
                               return sum(3, [&](std::int64_t k) {
                                   return at(matrix, {i[0], k}) * at(columns, {k, i[1]});
                               });
                           })),
        dot("DotGeneral contracts dimensions of any number", f32({2, 3}, {1, 2, 3, 4, 5, 6}),
            f32({2, 3}, {1, 1, 1, 2, 2, 2}), {.lhs_contracting = {1}, .rhs_contracting = {1}},
            f32({2, 2}, {6, 12, 15, 30})),
        dot("DotGeneral of a batch", f32({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), f32({2, 2, 2}, {1, 0, 0, 1, 1, 0, 0, 1}),
            {.lhs_contracting = {2}, .rhs_contracting = {1}, .lhs_batch = {0}, .rhs_batch = {0}},
            f32({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})),
    };
}

Examples dots_of_many_dimensions() {
    const Literal batch = numbers({2, 3, 4}, 5), right = numbers({2, 4, 2}, 6), batches = numbers({2, 3, 3, 4}, 7),
                  rights = numbers({2, 3, 4, 2}, 8), old = numbers({2, 3, 4}, 9), old_right = numbers({5, 4, 2}, 10);
    return {
        dot("DotGeneral as a batched product of matrices", batch, right,
            {.lhs_contracting = {2}, .rhs_contracting = {1}, .lhs_batch = {0}, .rhs_batch = {0}},
            tabulate(ElementType::F32, {2, 3, 2},
                     [&](const Sizes& i) {
                         return sum(4, [&](std::int64_t k) {
                             return at(batch, {i[0], i[1], k}) * at(right, {i[0], k, i[2]});
                         });
                     })),
        dot("DotGeneral with two batch dimensions", batches, rights,
            {.lhs_contracting = {3}, .rhs_contracting = {2}, .lhs_batch = {0, 1}, .rhs_batch = {0, 1}},
            tabulate(ElementType::F32, {2, 3, 3, 2},
                     [&](const Sizes& i) {
                         return sum(4, [&](std::int64_t k) {
                             return at(batches, {i[0], i[1], i[2], k}) * at(rights, {i[0], i[1], k, i[3]});
                         });
                     })),
        dot("DotGeneral of the last dimension and the last but one", old, old_right,
            {.lhs_contracting = {2}, .rhs_contracting = {1}},
            tabulate(ElementType::F32, {2, 3, 5, 2},
                     [&](const Sizes& i) {
                         return sum(4, [&](std::int64_t k) {
                             return at(old, {i[0], i[1], k}) * at(old_right, {i[2], k, i[3]});
                         });
                     })),
    };
}

} // namespace

Examples worked_examples_of_products() {
    Examples all = dots();
    for (Example& example : dots_of_many_dimensions()) all.push_back(std::move(example));
    const Literal image = numbers({1, 2, 5, 6}, 11), kernel = numbers({3, 2, 3, 3}, 12);
    all.push_back({"Conv with SAME padding is as large as its input",
                   {image, kernel},
                   [](Builder&, const Ops& x) {
                       return Conv(x[0], x[1], {1, 1}, builder::Padding::Same);
                   },
                   {tabulate(ElementType::F32, {1, 3, 5, 6}, [&](const Sizes& i) {
                       return convolved(image, kernel, i[0], i[1], i[2] - 1, i[3] - 1);
                   })}});
    const Literal images = numbers({2, 3, 5, 6}, 13), small = numbers({4, 3, 3, 2}, 14);
    all.push_back({"ConvWithGeneralPadding with strides and padding",
                   {images, small},
                   [](Builder&, const Ops& x) {
                       return ConvWithGeneralPadding(x[0], x[1], {2, 2}, {{1, 1}, {0, 0}});
                   },
                   {tabulate(ElementType::F32, {2, 4, 3, 3}, [&](const Sizes& i) {
                       return convolved(images, small, i[0], i[1], 2 * i[2] - 1, 2 * i[3]);
                   })}});
    return all;
}

} // namespace hlo2cpp::testing
