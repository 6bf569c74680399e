// Whether boxes make up a box, against counting points.
#include "nest/cover.h"

#include <random>

#include <catch2/catch.hpp>

#include "unit/kernel/at_points.h"

using namespace hlo2cpp;

namespace {

using Boxes = std::vector<std::vector<Range>>;

bool counted(const Boxes& boxes, const std::vector<std::int64_t>& sizes) {
    std::int64_t points = 1;
    for (const std::int64_t size : sizes) points *= size;
    std::vector<int> times(static_cast<std::size_t>(points), 0);
    for (const std::vector<Range>& box : boxes) {
        std::vector<std::int64_t> inside;
        for (const Range& side : box) inside.push_back(side.size());
        for_all_points(inside, [&](const Point& point) {
            std::int64_t number = 0;
            for (std::size_t d = 0; d < point.size(); ++d) number = number * sizes[d] + box[d].begin + point[d];
            ++times[static_cast<std::size_t>(number)];
        });
    }
    return std::ranges::all_of(times, [](int count) { return count == 1; });
}

} // namespace

TEST_CASE("boxes cover a box where each point is in one of them", "[validator]") {
    std::mt19937 random(3);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    int covered = 0, broken = 0;
    for (int round = 0; round < 5000; ++round) {
        std::vector<std::int64_t> sizes;
        for (std::int64_t rank = below(4); rank > 0; --rank) sizes.push_back(1 + below(5));
        Boxes boxes(1);
        for (const std::int64_t size : sizes) boxes[0].push_back({0, size});
        for (std::int64_t cuts = sizes.empty() ? 0 : below(6); cuts > 0; --cuts) { // cut one in two
            const auto which = static_cast<std::size_t>(below(static_cast<std::int64_t>(boxes.size())));
            const auto d = static_cast<std::size_t>(below(static_cast<std::int64_t>(sizes.size())));
            const Range side = boxes[which][d];
            if (side.size() < 2) continue;
            const std::int64_t at = side.begin + 1 + below(side.size() - 1);
            boxes.push_back(boxes[which]);
            boxes[which][d].end = at;
            boxes.back()[d].begin = at;
        }
        CHECK(boxes_cover(boxes, sizes));
        ++covered;
        if (sizes.empty()) continue;
        const auto which = static_cast<std::size_t>(below(static_cast<std::int64_t>(boxes.size())));
        Range& side = boxes[which][static_cast<std::size_t>(below(static_cast<std::int64_t>(sizes.size())))];
        (below(2) == 0 ? side.begin : side.end) += below(3) - 1;
        const bool inside = std::ranges::all_of(boxes, [&](const std::vector<Range>& box) {
            for (std::size_t d = 0; d < sizes.size(); ++d)
                if (box[d].begin < 0 || box[d].end > sizes[d] || box[d].size() < 1) return false;
            return true;
        });
        CHECK(boxes_cover(boxes, sizes) == (inside && counted(boxes, sizes)));
        broken += boxes_cover(boxes, sizes) ? 0 : 1;
    }
    CHECK(covered > 1000);
    CHECK(broken > 1000);
}

TEST_CASE("boxes of another rank, none, and one twice cover nothing", "[validator]") {
    CHECK_FALSE(boxes_cover({}, {3}));
    CHECK_FALSE(boxes_cover({{{0, 3}}, {{0, 3}}}, {3}));
    CHECK_FALSE(boxes_cover({{{0, 3}}}, {3, 2}));
    CHECK(boxes_cover({{}}, {}));
}
