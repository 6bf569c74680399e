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

bool is_written_once(Kernel& kernel, const Index& index, bool updates) {
    const Output output{.argument = ArgumentId(std::size_t{0}),
                        .index = index,
                        .expr = {},
                        .updates = updates ? ArgumentId(std::size_t{1}) : ArgumentId()};
    return !not_written_once(kernel, output).has_value();
}

struct Counted {
    bool each = true, never_twice = true;
};

Counted counted(const Kernel& kernel, const Index& index) {
    std::map<std::int64_t, int> times;
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
        const Counted truth = counted(kernel, index);
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
