// The forms of scans: which lanes and states their nests have, and what is fused with them.
#include <set>

#include "nest/walk.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

const std::string kAdd = "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
                         "largest { a = s32[] parameter(0)\n b = s32[] parameter(1)\n"
                         " ROOT c = s32[] maximum(a, b) }\n";

Kernels kernels_of(const std::string& body) {
    return addressed("HloModule m\n" + kAdd + "ENTRY e { zero = f32[] constant(0)\n" + body + " }");
}

const std::string kLine = "x = f32[3,75] parameter(0)\n"
                          "ROOT y = f32[3,75] reduce-window(x, zero), window={size=1x75 pad=0_0x74_0}, to_apply=add";
const std::string kRows = "x = f32[9,40] parameter(0)\n"
                          "ROOT y = f32[9,40] reduce-window(x, zero), window={size=9x1 pad=8_0x0_0}, to_apply=add";

nest::Body body_of(const std::string& text, const char* target, bool in_order = false) {
    return tile(kernels_of(text), *find_target(target), {.in_order = in_order}).nests.back().bodies.at(0);
}

bool adds_lanes(const nest::Body& body) {
    return nest::holds<nest::ScanLanes>(body.statements);
}

} // namespace

TEST_CASE("a running sum adds lanes to one another first, where the order of sums is free", "[tile]") {
    CHECK(body_of(kLine, "x86-64-v3").lanes == 8);
    CHECK(body_of(kLine, "x86-64-v4").lanes == 16);
    CHECK(body_of(kLine, "cortex-a").lanes == 4);
    for (const char* target : {"x86-64-v3", "x86-64-v4", "cortex-a"}) {
        CHECK(adds_lanes(body_of(kLine, target)));
        CHECK_FALSE(adds_lanes(body_of(kLine, target, true)));
    }
    for (const char* target : {"generic", "cortex-m7"}) CHECK_FALSE(adds_lanes(body_of(kLine, target)));
}

TEST_CASE("a scan along rows has states side by side, whose sums keep their order", "[tile]") {
    for (const bool in_order : {false, true}) {
        const nest::Body vectors = body_of(kRows, "x86-64-v3", in_order);
        CHECK(vectors.lanes == 8);
        CHECK(vectors.vectors == 5);
        CHECK_FALSE(adds_lanes(vectors));
        const nest::Body scalars = body_of(kRows, "generic", in_order);
        CHECK(scalars.lanes == 1);
        CHECK(scalars.vectors == 16);
    }
}

TEST_CASE("cheap ops are computed in the kernel of a scan, in front of it and behind it", "[fuse]") {
    const Kernels kernels = kernels_of(
        "x = f32[75] parameter(0)\n w = f32[75] parameter(1)\n p = f32[75] multiply(x, w)\n"
        "y = f32[75] reduce-window(p, zero), window={size=75 pad=74_0}, to_apply=add\n ROOT r = f32[75] negate(y)");
    REQUIRE(kernels.kernels.size() == 1);
    CHECK(kernels.kernels[0].scan);
}

TEST_CASE("functions and divisions have kernels of their own beside a scan", "[fuse]") {
    const std::string scan = "y = f32[75] reduce-window(x, zero), window={size=75 pad=74_0}, to_apply=add\n";
    CHECK(kernels_of("x = f32[75] parameter(0)\n " + scan + "ROOT r = f32[75] exponential(y)").kernels.size() == 2);
    CHECK(kernels_of("p = f32[75] parameter(0)\n x = f32[75] exponential(p)\n" + scan + "ROOT r = f32[75] negate(y)")
              .kernels.size() == 2);
    CHECK(kernels_of("p = f32[75] parameter(0)\n x = f32[75] negate(p)\n" + scan + "ROOT r = f32[75] divide(p, y)")
              .kernels.size() == 2);
}

TEST_CASE("lines that lie in another order are stored in front of a scan", "[fuse]") {
    const std::string scan =
        "ROOT y = f32[12,16] reduce-window(x, zero), window={size=1x16 pad=0_0x15_0}, to_apply=add\n";
    CHECK(
        kernels_of("p = f32[12,16] parameter(0)\n x = f32[12,16] reverse(p), dimensions={1}\n" + scan).kernels.size() ==
        2);
    CHECK(kernels_of("p = f32[16,12] parameter(0)\n x = f32[12,16] transpose(p), dimensions={1,0}\n" + scan)
              .kernels.size() == 2);
    CHECK(kernels_of("p = f32[20,16] parameter(0)\n x = f32[12,16] slice(p), slice={[3:15], [0:16]}\n" + scan)
              .kernels.size() == 1);
}

TEST_CASE("functions beside a scan stay in the kernel that reads it", "[fuse]") {
    const Kernels kernels =
        kernels_of("x = f32[75] parameter(0)\n w = f32[75] parameter(1)\n v = f32[75] parameter(2)\n"
                   "e = f32[75] exponential(w)\n f = f32[75] exponential(v)\n n = f32[75] negate(f)\n"
                   "y = f32[75] reduce-window(x, zero), window={size=75 pad=74_0}, to_apply=add\n"
                   "p = f32[75] multiply(y, e)\n ROOT r = f32[75] multiply(p, n)");
    REQUIRE(kernels.kernels.size() == 2);
    CHECK(kernels.kernels[0].scan);
}

TEST_CASE("two scans have two kernels, and a pad in front of a scan makes it no wider", "[fuse]") {
    const Kernels both = kernels_of("x = f32[12,16] parameter(0)\n"
                                    "y = f32[12,16] reduce-window(x, zero), window={size=12x1 pad=11_0x0_0}, "
                                    "to_apply=add\n ROOT r = f32[12,16] reduce-window(y, zero), "
                                    "window={size=1x16 pad=0_0x15_0}, to_apply=add");
    CHECK(both.kernels.size() == 2);
    for (const Kernel& kernel : both.kernels) CHECK(kernel.scan);
    const Kernels padded = kernels_of("x = f32[3,12] parameter(0)\n p = f32[3,14] pad(x, zero), padding=0_0x1_1\n"
                                      "ROOT r = f32[3,14] reduce-window(p, zero), window={size=1x14 pad=0_0x13_0}, "
                                      "to_apply=add");
    REQUIRE(padded.kernels.size() == 2); // lines of a scan have no borders
    CHECK(padded.kernels[1].scan);
}

TEST_CASE("a short line is computed where it is used", "[fuse]") {
    const Kernels kernels = kernels_of("x = f32[7] parameter(0)\n ROOT y = f32[7] reduce-window(x, zero), "
                                       "window={size=7 pad=6_0}, to_apply=add");
    CHECK_FALSE(kernels.kernels[0].scan);
    CHECK(kernels.kernels[0].reduction);
}
