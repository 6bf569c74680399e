// Whether points write each element once, against counting them.
#include "kernel/written_once.h"

#include <map>
#include <random>

#include <catch2/catch.hpp>

#include "unit/kernel/at_points.h"

using namespace hlo2cpp;

namespace {

Kernel kernel_of(const std::vector<std::int64_t>& dims, std::int64_t elements) {
    Kernel kernel{.arguments = {{.dims = {elements}, .written = true}, {.dims = {elements}}}, .dims = dims};
    for (const std::int64_t size : dims) kernel.space.add_dimension(size);
    return kernel;
}

bool are_written_once(Kernel& kernel, const std::vector<Index>& indices, bool updates) {
    kernel.outputs.clear();
    for (const Index& index : indices)
        kernel.outputs.push_back({.argument = ArgumentId(std::size_t{0}),
                                  .index = index,
                                  .expr = {},
                                  .updates = updates ? ArgumentId(std::size_t{1}) : ArgumentId()});
    return !not_written_once(kernel, ArgumentId(std::size_t{0})).has_value();
}
bool is_written_once(Kernel& kernel, const Index& index, bool updates) {
    return are_written_once(kernel, {index}, updates);
}

struct Counted {
    bool each = true, never_twice = true;
};

Counted counted(const Kernel& kernel, const std::vector<Index>& indices) {
    std::map<std::int64_t, int> times;
    for (const Index& index : indices)
        for_all_points(kernel.dims, [&](const Point& point) { ++times[value_at(kernel.space, index, point)]; });
    Counted result;
    for (const auto& [element, count] : times) result.never_twice = result.never_twice && count == 1;
    const std::int64_t elements = kernel.arguments[0].elements();
    result.each = result.never_twice && static_cast<std::int64_t>(times.size()) == elements &&
                  (times.empty() || (times.begin()->first == 0 && times.rbegin()->first == elements - 1));
    return result;
}

} // namespace

TEST_CASE("sums of dimensions: what is found to count through all elements does, and the other way round",
          "[validator]") {
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    int once = 0;
    for (int round = 0; round < 20000; ++round) {
        std::vector<std::int64_t> dims;
        for (std::int64_t rank = below(4); rank > 0; --rank) dims.push_back(1 + below(4));
        std::int64_t elements = 1;
        for (const std::int64_t size : dims) elements *= size;
        Kernel kernel = kernel_of(dims, elements);
        Index index;
        std::int64_t stride = 1;
        for (std::size_t d = dims.size(); d-- > 0;) {
            index =
                index + kernel.space.dimension(static_cast<std::int64_t>(d)) * (below(3) == 0 ? below(7) - 2 : stride);
            stride *= dims[d];
        }
        if (below(8) == 0) index = index + Index(below(4));
        INFO(kernel.space.print(index) << " of " << elements);
        const Counted truth = counted(kernel, {index});
        CHECK(is_written_once(kernel, index, false) == truth.each);
        if (is_written_once(kernel, index, true)) CHECK(truth.never_twice);
        once += truth.each ? 1 : 0;
    }
    CHECK(once > 1000);
}

TEST_CASE("quotients and remainders are digits of a dimension", "[validator]") {
    Kernel kernel = kernel_of({60'000'000}, 60'000'000); // too many to be counted one by one
    IndexSpace& space = kernel.space;
    const Index d = space.dimension(0), inner = space.modulo(d, 1000), outer = space.floor_divide(d, 1000);
    CHECK(is_written_once(kernel, inner * 60000 + outer, false));
    CHECK_FALSE(is_written_once(kernel, inner * 60001 + outer, false));
    CHECK_FALSE(is_written_once(kernel, inner * 60000, false));
    const Index middle = space.modulo(outer, 30), last = space.floor_divide(d, 30000);
    CHECK(is_written_once(kernel, middle * 2'000'000 + last * 1000 + inner, false));
    CHECK_FALSE(is_written_once(kernel, middle * 2'000'000 + outer * 1000 + inner, false));
    CHECK_FALSE(is_written_once(kernel, space.modulo(d, 7) + space.floor_divide(d, 7) * 7, false)); // no even parts
    Kernel few = kernel_of({60}, 60);
    const Index x = few.space.dimension(0);
    CHECK(is_written_once(few, few.space.modulo(x, 7) + few.space.floor_divide(x, 7) * 7, false)); // counted
    CHECK_FALSE(is_written_once(few, few.space.modulo(x, 7) * 9 + few.space.floor_divide(x, 7), false));
}

TEST_CASE("a place that is read at run time is the same for all points, or nothing is known", "[validator]") {
    Kernel kernel = kernel_of({4, 3}, 90);
    kernel.arguments.push_back({.type = ElementType::S32, .dims = {12}});
    const auto load = [&](const Index& index) {
        return kernel.exprs.add(
            {.kind = ExprKind::Load, .type = ElementType::S32, .argument = ArgumentId(std::size_t{2}), .index = index});
    };
    const Index point = kernel.space.dimension(0) * 3 + kernel.space.dimension(1);
    const Index fixed = kernel.space.dynamic(load(0), {0, 79}), moving = kernel.space.dynamic(load(point), {0, 79});
    CHECK(is_written_once(kernel, fixed + point, true));
    CHECK(is_written_once(kernel, fixed * 2 + point, true));
    CHECK_FALSE(is_written_once(kernel, fixed + point, false));
    CHECK_FALSE(is_written_once(kernel, moving + point, true));
    kernel.in_order = true;
    CHECK(is_written_once(kernel, moving + point, true));
}

TEST_CASE("outputs that share an array: what is found to count through all elements does, and the other way round",
          "[validator]") {
    std::mt19937 random(11);
    const auto below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    int once = 0, never_twice = 0;
    for (int round = 0; round < 20000; ++round) {
        // Digits of a number: some are dimensions, the others tell the outputs apart.
        std::vector<std::int64_t> dims, distances = {0};
        std::vector<std::int64_t> weights;
        std::int64_t elements = 1;
        for (std::int64_t digits = 1 + below(4); digits > 0; --digits) {
            const std::int64_t size = 1 + below(4), weight = below(6) == 0 ? elements + below(3) - 1 : elements;
            elements *= size;
            if (below(2) == 0) {
                dims.push_back(size);
                weights.push_back(weight);
                continue;
            }
            std::vector<std::int64_t> more;
            for (std::int64_t i = 0; i < size; ++i)
                for (const std::int64_t distance : distances) more.push_back(distance + i * weight);
            distances = more;
        }
        if (below(8) == 0) distances[static_cast<std::size_t>(below(static_cast<int>(distances.size())))] += 1;
        std::ranges::shuffle(distances, random);
        Kernel kernel = kernel_of(dims, elements);
        Index index;
        for (std::size_t d = 0; d < dims.size(); ++d)
            index = index + kernel.space.dimension(static_cast<std::int64_t>(d)) * weights[d];
        std::vector<Index> indices;
        for (const std::int64_t distance : distances) indices.push_back(index + Index(distance));
        INFO(kernel.space.print(index) << " of " << elements << ", outputs: " << distances.size());
        const Counted truth = counted(kernel, indices);
        CHECK(are_written_once(kernel, indices, false) == truth.each);
        if (are_written_once(kernel, indices, true)) CHECK(truth.never_twice);
        once += truth.each && distances.size() > 1 ? 1 : 0;
        never_twice += truth.never_twice && !truth.each ? 1 : 0;
    }
    CHECK(once > 1000);
    CHECK(never_twice > 100);
}

TEST_CASE("outputs that share an array differ in a constant, or are counted one by one", "[validator]") {
    Kernel few = kernel_of({3}, 6);
    const Index d = few.space.dimension(0);
    CHECK(are_written_once(few, {d * 2, d * 2 + Index(1)}, false));
    CHECK(are_written_once(few, {d, Index(5) - d}, false)); // counted
    CHECK_FALSE(are_written_once(few, {d, Index(4) - d}, false));
    CHECK_FALSE(are_written_once(few, {d * 2, d * 2}, false));
    CHECK_FALSE(are_written_once(few, {d * 2, d * 2 + Index(2)}, false));
    Kernel many = kernel_of({30'000'000}, 60'000'000);
    const Index m = many.space.dimension(0);
    CHECK(are_written_once(many, {m + Index(30'000'000), m}, false));
    CHECK_FALSE(are_written_once(many, {m, Index(59'999'999) - m}, false)); // too many to be counted
    many.outputs.clear();
    few.outputs.back().conditions = {{.index = d, .low = 0, .high = 2}};
    CHECK(not_written_once(few, ArgumentId(std::size_t{0})).has_value());
}

TEST_CASE("conditions bound parts of an index", "[validator]") {
    // Rows of 11 elements in tiles of 4 x 4, of which the last ones hang over.
    Kernel kernel = kernel_of({3, 3, 5}, 11 * 11 * 5);
    const Index row = kernel.space.dimension(0) * 4, column = kernel.space.dimension(1) * 4,
                lane = kernel.space.dimension(2);
    const auto written = [&](std::int64_t width, std::int64_t end, bool twice) {
        kernel.outputs.clear();
        for (std::int64_t i = 0; i < 4; ++i)
            for (std::int64_t j = 0; j < 4; ++j) {
                const Index r = row + Index(i), c = column + Index(twice && j == 3 ? 2 : j);
                kernel.outputs.push_back(
                    {.argument = ArgumentId(std::size_t{0}),
                     .index = r * (width * 5) + c * 5 + lane,
                     .expr = {},
                     .updates = ArgumentId(std::size_t{1}),
                     .conditions = {{.index = r, .low = 0, .high = 11}, {.index = c, .low = 0, .high = end}}});
            }
        return !not_written_once(kernel, ArgumentId(std::size_t{0})).has_value();
    };
    CHECK(written(11, 11, false));
    CHECK(written(11, 10, false));
    CHECK(written(12, 12, false));       // of no use
    CHECK_FALSE(written(11, 12, false)); // the end of a row is the next row's begin
    CHECK_FALSE(written(11, 11, true));
    CHECK(written(11, 11, false));
    kernel.outputs.pop_back();
    CHECK_FALSE(not_written_once(kernel, ArgumentId(std::size_t{0})).has_value()); // it updates the array
    kernel.outputs.push_back(kernel.outputs.front());
    CHECK(not_written_once(kernel, ArgumentId(std::size_t{0})).has_value());
}
