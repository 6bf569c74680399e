// Bounds of indices and what follows from them, against all points of small boxes.
#include "kernel/bounds.h"

#include <random>

#include <catch2/catch.hpp>

#include "kernel/dependence.h"
#include "unit/kernel/at_points.h"

using namespace hlo2cpp;

namespace {

class RandomSpace {
public:
    explicit RandomSpace(std::uint32_t seed) : random_(seed) {
        for (int d = 0; d < 3; ++d) {
            const std::int64_t size = number(1, 7), begin = number(0, size - 1);
            sizes.push_back(size);
            box.push_back({begin, number(begin + 1, size)});
            kernel.space.add_dimension(size);
        }
        kernel.dims = sizes;
    }

    std::int64_t number(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }

    // A sum of some dimensions, and of quotients and remainders of such sums.
    Index index(int depth) {
        Index sum = number(-9, 9);
        for (std::int64_t d = 0; d < 3; ++d)
            if (number(0, 1) == 1) sum = sum + kernel.space.dimension(d) * number(-5, 5);
        if (depth == 0) return sum;
        const Index quotient = kernel.space.floor_divide(index(depth - 1), number(2, 6));
        const Index remainder = kernel.space.modulo(index(depth - 1), number(2, 6));
        return sum + quotient * number(-3, 3) + remainder * number(-3, 3);
    }

    Condition condition(int depth) {
        const std::int64_t low = number(-9, 9);
        return {.index = index(depth), .low = low, .high = low + number(1, 30)};
    }

    std::int64_t at(const Index& index, const Point& point) const { return value_at(kernel.space, index, point); }

    bool holds(const Condition& condition, const Point& point) const {
        const std::int64_t value = at(condition.index, point);
        return value >= condition.low && value < condition.high;
    }

    template <typename Visit>
    void for_box(Visit&& visit) const {
        std::vector<std::int64_t> extents;
        for (const Range& side : box) extents.push_back(side.size());
        for_all_points(extents, [&](Point point) {
            for (std::size_t d = 0; d < box.size(); ++d) point[d] += box[d].begin;
            visit(point);
        });
    }

    // From the least to the largest value in the box.
    Range enumerated(const Index& index) const {
        Range all{INT64_MAX, INT64_MIN};
        for_box([&](const Point& point) {
            all = {std::min(all.begin, at(index, point)), std::max(all.end, at(index, point) + 1)};
        });
        return all;
    }

    Kernel kernel;
    std::vector<std::int64_t> sizes;
    std::vector<Range> box;

private:
    std::mt19937 random_;
};

} // namespace

TEST_CASE("bounds hold every value that an index takes in a box") {
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        RandomSpace random(seed);
        const Index index = random.index(static_cast<int>(seed % 3));
        const Range exact = random.enumerated(index), range = Bounds(random.kernel.space, random.box).range(index);
        INFO(seed << ": " << random.kernel.space.print(index));
        REQUIRE(contains(range, exact));
        if (seed % 3 == 0) REQUIRE(range == exact); // a sum of dimensions
        const Range all = Bounds(random.kernel.space).range(index);
        CHECK(all == random.kernel.space.range(index));
        CHECK(contains(all, range)); // less is known of more points
    }
}

TEST_CASE("a quotient is exact, and a remainder where its argument stays between two multiples") {
    std::size_t within = 0;
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
        RandomSpace random(seed);
        const Index argument = random.kernel.space.dimension(0) + random.kernel.space.dimension(1);
        const std::int64_t divisor = random.number(2, 8);
        const Index quotient = random.kernel.space.floor_divide(argument, divisor);
        const Index remainder = random.kernel.space.modulo(argument, divisor);
        const Bounds bounds(random.kernel.space, random.box);
        CHECK(bounds.range(quotient) == random.enumerated(quotient));
        const Range quotients = random.enumerated(quotient), range = bounds.range(remainder);
        if (quotients.size() != 1) {
            CHECK((range.begin == 0 && range.end <= divisor));
            continue;
        }
        ++within;
        CHECK(range == random.enumerated(remainder));
    }
    CHECK(within > 100);
}

TEST_CASE("a dimension that is limited again has the bounds of the new box") {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        RandomSpace random(seed);
        const Index index = random.index(2);
        Bounds bounds(random.kernel.space);
        for (const Range& first : {Range{0, 1}, random.box[0]}) bounds.limit(0, first);
        for (std::int64_t d = 1; d < 3; ++d) bounds.limit(d, random.box[static_cast<std::size_t>(d)]);
        CHECK(bounds.range(index) == Bounds(random.kernel.space, random.box).range(index));
    }
}

TEST_CASE("a condition that is decided holds at all points of the box, or at none") {
    std::size_t always = 0, never = 0;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        RandomSpace random(seed);
        const Condition condition = random.condition(static_cast<int>(seed % 3));
        const std::optional<bool> decided = Bounds(random.kernel.space, random.box).decided(condition);
        if (!decided) continue;
        ++(*decided ? always : never);
        bool right = true;
        random.for_box([&](const Point& point) { right = right && random.holds(condition, point) == *decided; });
        INFO(seed << ": " << random.kernel.space.print(condition.index));
        REQUIRE(right);
    }
    CHECK(always > 50);
    CHECK(never > 50);
}

TEST_CASE("a load that is called safe lies inside its array wherever its guard lets it run") {
    std::size_t safe = 0, guarded = 0;
    for (std::uint32_t seed = 0; seed < 2000; ++seed) {
        RandomSpace random(seed);
        const std::int64_t elements = random.number(5, 60);
        // Often the guard is on a part of the load's index.
        Condition condition = random.condition(static_cast<int>(seed % 2));
        const Index index = seed % 4 < 2 ? random.index(1) : condition.index * random.number(1, 4) + random.index(0);
        Kernel& kernel = random.kernel;
        kernel.arguments = {{.dims = {elements}}};
        const ExprId load = kernel.exprs.add({.kind = ExprKind::Load, .argument = ArgumentId(0), .index = index});
        const ExprId zero = kernel.exprs.add({.bits = std::vector<std::byte>(4)});
        const ExprId guard =
            kernel.exprs.add({.kind = ExprKind::Guard, .operands = {load, zero}, .conditions = {condition}});
        const Bounds bounds(kernel.space, random.box);
        const Dependences dependences(kernel, bounds);
        bool load_inside = true, guard_inside = true;
        random.for_box([&](const Point& point) {
            const std::int64_t at = random.at(index, point);
            const bool inside = at >= 0 && at < elements;
            load_inside = load_inside && inside;
            guard_inside = guard_inside && (inside || !random.holds(condition, point));
        });
        safe += dependences.of(load).unsafe ? 0U : 1U;
        guarded += dependences.of(guard).unsafe ? 0U : 1U;
        REQUIRE((dependences.of(load).unsafe || load_inside));
        REQUIRE((dependences.of(guard).unsafe || guard_inside));
    }
    CHECK(safe > 50);
    CHECK(guarded > safe);
}

TEST_CASE("what an index depends on changes it, what it does not depend on does not") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        RandomSpace random(seed);
        Kernel& kernel = random.kernel;
        const Index index = random.index(2);
        const Bounds bounds(kernel.space);
        const std::uint64_t dims = Dependences(kernel, bounds).of(index).dims;
        for (std::size_t d = 0; d < 3; ++d) {
            bool changes = false;
            for_all_points(random.sizes, [&](Point point) {
                const std::int64_t here = random.at(index, point);
                point[d] = 0;
                changes = changes || random.at(index, point) != here;
            });
            if (changes) CHECK((dims & dimension_bit(static_cast<std::int64_t>(d))) != 0);
        }
    }
}
