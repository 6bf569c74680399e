// The order in which bodies store their points.
#include "nest/points.h"

#include "tile/tile.h"
#include "unit/fuse/fused.h"
#include "unit/nest/turned_round.h"

using namespace hlo2cpp;

namespace {

using Points = std::vector<std::vector<std::int64_t>>;

std::vector<nest::Body> bodies(const std::string& body, const char* target) {
    return tile(fused("HloModule m\nENTRY e { " + body + " }"), *find_target(target)).nests.at(0).bodies;
}

bool visit(const nest::Body& body, Points& points) {
    return nest::visit_in_order(body, [&](const std::vector<std::int64_t>& point) {
        points.push_back(point);
        return true;
    });
}

const std::string kSum =
    "x = f32[3,21] parameter(0)\n i = s32[] parameter(1)\n s = f32[3,19] slice(x), slice={[0:3],[1:20]}\n"
    " t = f32[3,19] slice(x), slice={[0:3],[2:21]}\n ROOT r = f32[3,19] add(s, t)";

} // namespace

TEST_CASE("points follow each other row after row, lanes one after the other, backwards by whole tiles", "[nest]") {
    for (const char* target : {"generic", "cortex-a", "x86-64-v4"}) {
        Points points;
        for (nest::Body& body : bodies(kSum, target)) {
            Points some, turned;
            if (!body.overlaps.empty()) {
                CHECK_FALSE(visit(body, some));
                continue;
            }
            REQUIRE(visit(body, some));
            CHECK(std::ranges::is_sorted(some));
            points.insert(points.end(), some.begin(), some.end());
            nest::turn_round(body.statements);
            REQUIRE(visit(body, turned));
            CHECK(turned.size() == some.size());
            CHECK(turned.front()[0] == body.box[0].last());
            std::ranges::sort(turned);
            CHECK(turned == some);
        }
        std::ranges::sort(points);
        CHECK(std::ranges::adjacent_find(points) == points.end());
    }
}

TEST_CASE("a walk through points ends where it is told to", "[nest]") {
    std::int64_t seen = 0;
    const nest::Body body = bodies(kSum, "generic")[0];
    CHECK_FALSE(nest::visit_in_order(body, [&](const std::vector<std::int64_t>&) { return ++seen < 5; }));
    CHECK(seen == 5);
}

TEST_CASE("squares that are transposed have no order of points", "[nest]") {
    const std::string turned = "x = f32[16,16] parameter(0)\n ROOT t = f32[16,16] transpose(x), dimensions={1,0}";
    Points points;
    CHECK_FALSE(visit(bodies(turned, "x86-64-v3")[0], points));
    CHECK(visit(bodies(turned, "generic")[0], points));
    CHECK(points.size() == 256);
}
