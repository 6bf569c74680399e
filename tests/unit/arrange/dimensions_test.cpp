// Simple dimensions: the same points in the same order, told by fewer or straighter dimensions.
#include "arrange/dimensions.h"

#include <regex>

#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

const ArgumentId kIn(std::size_t{0}), kOut(std::size_t{1});

// out[index] = in[load] over the parallel sizes, with a sum over the reduction's sizes where there are any.
struct ByHand {
    Kernel kernel;
    ByHand(std::vector<std::int64_t> dims, std::vector<std::int64_t> reduction = {}) {
        for (const std::int64_t size : dims) kernel.space.add_dimension(size);
        for (const std::int64_t size : reduction) kernel.space.add_dimension(size);
        kernel.dims = std::move(dims);
        kernel.arguments.resize(2);
        if (!reduction.empty()) kernel.reduction = Reduction{.dims = std::move(reduction)};
    }
    Index d(std::int64_t number) const { return kernel.space.dimension(number); }
    Kernel simple(const Index& output, const Index& load) {
        const ExprId element = kernel.exprs.add({.kind = ExprKind::Load, .argument = kIn, .index = load});
        ExprId result = element;
        if (kernel.reduction) {
            const ExprId zero = kernel.exprs.add({.kind = ExprKind::Constant, .bits = std::vector<std::byte>(4)});
            result = kernel.exprs.add({.kind = ExprKind::Accumulator});
            kernel.reduction->initial = {zero};
            kernel.reduction->term = element;
            kernel.reduction->combined = {
                kernel.exprs.add({.kind = ExprKind::Apply, .operands = {result, element}, .opcode = Opcode::Add})};
        }
        kernel.outputs = {{kOut, output, result}};
        return with_simple_dimensions(kernel);
    }
};

// For all points in order: where it stores, what it loads, whether the conditions of the reduction hold.
std::vector<std::int64_t> trace(const Kernel& kernel) {
    std::vector<std::int64_t> sizes = kernel.dims, events;
    if (kernel.reduction) sizes.insert(sizes.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
    for_all_points(sizes, [&](const Point& point) {
        events.push_back(value_at(kernel.space, kernel.outputs[0].index, point));
        for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
            if (kernel.exprs[ExprId(i)].kind == ExprKind::Load)
                events.push_back(value_at(kernel.space, kernel.exprs[ExprId(i)].index, point));
        if (!kernel.reduction) return;
        for (const Condition& condition : kernel.reduction->conditions) {
            const std::int64_t value = value_at(kernel.space, condition.index, point);
            events.push_back(value >= condition.low && value < condition.high ? 1 : 0);
        }
    });
    return events;
}

using Sizes = std::vector<std::int64_t>;

} // namespace

TEST_CASE("dimensions of one point are dropped") {
    ByHand k({1, 4, 1, 3}, {1, 5});
    const Kernel simple = k.simple(k.d(1) + k.d(3) * 4, k.d(3) * 20 + k.d(1) * 5 + k.d(5));
    CHECK(simple.dims == Sizes{4, 3});
    CHECK(simple.reduction->dims == Sizes{5});
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("neighbours that all indices walk through in one go are merged") {
    ByHand k({2, 3, 4});
    const Kernel simple = k.simple(k.d(0) * 12 + k.d(1) * 4 + k.d(2), k.d(0) * 24 + k.d(1) * 8 + k.d(2) * 2 + 1);
    CHECK(simple.dims == Sizes{24});
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("rows that are needed are told by points where rows and columns are merged") {
    ByHand k({3, 4}); // rows 1 and 2
    k.kernel.needed = {{.index = k.d(0) + Index(7), .low = 8, .high = 11}};
    const Kernel simple = k.simple(k.d(0) * 4 + k.d(1), k.d(0) * 4 + k.d(1));
    CHECK(simple.dims == Sizes{12});
    REQUIRE(simple.needed.size() == 1);
    for (std::int64_t point = 0; point < 12; ++point) {
        const std::int64_t value = value_at(simple.space, simple.needed[0].index, {point});
        CHECK((value >= simple.needed[0].low && value < simple.needed[0].high) == (point >= 4));
    }
}

TEST_CASE("dimensions that one index walks through in another order stay apart") {
    ByHand k({4, 6});
    const Kernel simple = k.simple(k.d(0) * 6 + k.d(1), k.d(1) * 4 + k.d(0));
    CHECK(simple.dims == Sizes{4, 6});
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("a broadcast along the last dimension keeps it apart, the others merge") {
    ByHand k({2, 3, 4});
    const Kernel simple = k.simple(k.d(0) * 12 + k.d(1) * 4 + k.d(2), k.d(0) * 3 + k.d(1));
    CHECK(simple.dims == Sizes{6, 4});
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("parallel dimensions never merge with those of the reduction") {
    ByHand k({4}, {5, 6});
    const Kernel simple = k.simple(k.d(0), k.d(0) * 30 + k.d(1) * 6 + k.d(2));
    CHECK(simple.dims == Sizes{4});
    CHECK(simple.reduction->dims == Sizes{30}); // row-major still: the sum adds in the same order
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("a dimension that a reshape takes apart is split, so that quotient and remainder vanish") {
    ByHand k({32});
    IndexSpace& space = k.kernel.space;
    const Index d = k.d(0);
    const Kernel simple = k.simple(d, space.modulo(d, 8) * 4 + space.floor_divide(d, 8));
    CHECK(simple.dims == Sizes{4, 8});
    const Index load = simple.exprs[ExprId(std::size_t{0})].index;
    CHECK(simple.space.coefficient(load, 0) == 1);
    CHECK(simple.space.coefficient(load, 1) == 4);
    CHECK(load.products.size() == 2);
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("a dimension that is taken apart unevenly stays whole") {
    ByHand k({10});
    IndexSpace& space = k.kernel.space;
    const Kernel simple = k.simple(k.d(0), space.modulo(k.d(0), 4) * 3 + space.floor_divide(k.d(0), 4));
    CHECK(simple.dims == Sizes{10});
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("a dimension of the reduction is split too, in the same order of points") {
    ByHand k({3}, {12});
    IndexSpace& space = k.kernel.space;
    const Kernel simple = k.simple(k.d(0), space.modulo(k.d(1), 4) * 9 + space.floor_divide(k.d(1), 4) * 3 + k.d(0));
    CHECK(simple.dims == Sizes{3});
    CHECK(simple.reduction->dims == Sizes{3, 4});
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("conditions keep dimensions apart and hold at the same points") {
    ByHand k({4}, {3, 5});
    k.kernel.reduction->conditions = {{.index = k.d(0) + k.d(1) - 1, .low = 0, .high = 4}};
    const Kernel simple = k.simple(k.d(0), k.d(0) * 5 + k.d(1) * 5 + k.d(2));
    CHECK(simple.reduction->dims == Sizes{3, 5});
    REQUIRE(simple.reduction->conditions.size() == 1);
    CHECK(trace(simple) == trace(k.kernel));
}

TEST_CASE("kernels of many shapes keep their points, loads and order") {
    for (const Sizes& from : std::vector<Sizes>{{24}, {4, 6}, {2, 3, 4}, {1, 24}, {2, 12}, {3, 1, 8}}) {
        for (const Sizes& to : std::vector<Sizes>{{24}, {6, 4}, {4, 3, 2}, {8, 3}, {2, 2, 6}}) {
            ByHand k(from);
            IndexSpace& space = k.kernel.space;
            std::vector<Index> point;
            for (std::int64_t d = 0; d < space.dimensions(); ++d) point.push_back(space.dimension(d));
            const Index linear = linearize(space, point, from);
            std::vector<Index> reshaped = delinearize(space, linear, to);
            std::reverse(reshaped.begin(), reshaped.end());
            const Index load =
                linearize(space, reshaped, Sizes(to.rbegin(), to.rend())); // the transpose of the reshape
            const Kernel simple = k.simple(linear, load);
            CHECK(trace(simple) == trace(k.kernel));
        }
    }
}

TEST_CASE("a kernel without points or without dimensions stays one") {
    ByHand empty({0, 4});
    CHECK(trace(empty.simple(empty.d(1), empty.d(1))).empty());
    ByHand scalar({});
    CHECK(trace(scalar.simple(0, 0)) == Sizes{0, 0});
    ByHand one({1, 1});
    CHECK(one.simple(one.d(0) + one.d(1), one.d(1)).dims.empty());
}

TEST_CASE("a dimension that guards cut is not split") {
    for (const char* kept : {"16", "17"}) {
        const std::string text = R"(HloModule m
ENTRY main {
  x = u64[10] parameter(0)
  b = u32[10,2] bitcast-convert(x)
  r = u32[20] reshape(b)
  s = u32[KEPT] slice(r), slice={[0:KEPT]}
  t = u32[KEPT] negate(s)
  ROOT c = u32[TWICE] concatenate(s, t), dimensions={0}
})";
        const std::int64_t twice = 2 * std::stoi(kept);
        const Kernels kernels = addressed(std::regex_replace(std::regex_replace(text, std::regex("KEPT"), kept),
                                                             std::regex("TWICE"), std::to_string(twice)));
        CHECK(kernels.kernels[0].dims == Sizes{twice});
    }
}
