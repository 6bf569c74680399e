// A fold over all elements up to each is a scan along their dimension.
#include "ops/scan_window.h"

#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

Module windowed(const std::string& shape, const std::string& window, const std::string& combiner = "add") {
    return lowered("HloModule m\nf { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] " + combiner +
                   "(a, b) }\nENTRY e { x = f32[" + shape + "] parameter(0)  z = f32[] constant(1)\nROOT r = f32[" +
                   shape + "] reduce-window(x, z), window={" + window + "}, to_apply=f }");
}

struct Along {
    std::int64_t dimension = -1; // -1: of no scan
    bool reverse = false;
    friend bool operator==(const Along&, const Along&) = default;
};
Along scanned(const Module& module) {
    const std::optional<ScanWindow> scan = scan_window(module, result(module));
    return scan ? Along{static_cast<std::int64_t>(scan->dimension), scan->reverse} : Along{};
}

} // namespace

TEST_CASE("a window that reaches from an edge to every element is a scan, in either direction and any dimension") {
    CHECK(scanned(windowed("12", "size=12 pad=11_0")) == Along{0, false});
    CHECK(scanned(windowed("12", "size=12 pad=0_11")) == Along{0, true});
    CHECK(scanned(windowed("3,12,2", "size=1x12x1 pad=0_0x11_0x0_0")) == Along{1, false});
    CHECK(scanned(windowed("12,4", "size=12x1 pad=0_11x0_0", "maximum")) == Along{0, true});
    CHECK(scanned(windowed("12", "size=20 pad=19_0")) ==
          Along{0, false}); // of which no element sees more than there is
}

TEST_CASE("from the front any computation folds what it has folded, in the order that it has") {
    CHECK(scanned(windowed("12", "size=12 pad=11_0", "subtract")) == Along{0, false});
    CHECK(scanned(windowed("12,3", "size=12x1 pad=11_0x0_0", "subtract")) == Along{0, false});
}

TEST_CASE("other windows stay windows") {
    CHECK(scanned(windowed("12", "size=11 pad=10_0")) == Along{});             // the last ones do not see the first
    CHECK(scanned(windowed("12", "size=13 pad=6_6")) == Along{});              // from both edges
    CHECK(scanned(windowed("12,3", "size=12x3 pad=11_0x1_1")) == Along{});     // along two dimensions
    CHECK(scanned(windowed("4", "size=4 pad=3_0")) == Along{});                // short
    CHECK(scanned(windowed("12", "size=12 pad=0_11", "subtract")) == Along{}); // which would be in another order
}

TEST_CASE("a scan whose computation has a loop is a loop along its dimension, not one for each element") {
    const Module module =
        lowered("HloModule m\nless { p = (f32[], f32[]) parameter(0)\n i = f32[] get-tuple-element(p), index=0\n"
                " n = f32[] get-tuple-element(p), index=1\n ROOT c = pred[] compare(i, n), direction=LT }\n"
                "next { p = (f32[], f32[]) parameter(0)\n i = f32[] get-tuple-element(p), index=0\n"
                " n = f32[] get-tuple-element(p), index=1\n one = f32[] constant(1)\n j = f32[] add(i, one)\n"
                " ROOT t = (f32[], f32[]) tuple(j, n) }\n"
                "f { a = f32[] parameter(0)\n b = f32[] parameter(1)\n t = (f32[], f32[]) tuple(a, b)\n"
                " w = (f32[], f32[]) while(t), condition=less, body=next\n"
                " ROOT s = f32[] get-tuple-element(w), index=0 }\n"
                "ENTRY e { x = f32[3,12,2] parameter(0)\n z = f32[] constant(1)\n ROOT r = f32[3,12,2] "
                "reduce-window(x, z), window={size=1x12x1 pad=0_0x11_0x0_0}, to_apply=f }");
    CHECK(count(module, Opcode::ReduceWindow) == 0);
    CHECK(count(module, Opcode::While) == 3);       // the lines, their elements, and the computation's own
    CHECK(count(module, Opcode::Conditional) == 0); // no element is left out
}
