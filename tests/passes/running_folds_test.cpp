// A fold over all elements up to each is a loop along their dimension.
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

bool is_loop(const Module& module) {
    return count(module, Opcode::ReduceWindow) == 0 && count(module, Opcode::While) > 0;
}

} // namespace

TEST_CASE("a window that reaches from an edge to every element is a loop, in either direction and any dimension") {
    CHECK(is_loop(windowed("12", "size=12 pad=11_0")));
    CHECK(is_loop(windowed("12", "size=12 pad=0_11")));
    CHECK(is_loop(windowed("3,12,2", "size=1x12x1 pad=0_0x11_0x0_0")));
    CHECK(is_loop(windowed("12,4", "size=12x1 pad=0_11x0_0", "maximum")));
    CHECK(is_loop(windowed("12", "size=20 pad=19_0"))); // of which no element sees more than there is
}

TEST_CASE("from the front any computation folds what it has folded, in the order that it has") {
    CHECK(is_loop(windowed("12", "size=12 pad=11_0", "subtract")));
    CHECK(is_loop(windowed("12,3", "size=12x1 pad=11_0x0_0", "subtract")));
}

TEST_CASE("other windows stay windows") {
    const auto stays = [](const Module& module) { return count(module, Opcode::ReduceWindow) == 1; };
    CHECK(stays(windowed("12", "size=11 pad=10_0")));             // the last ones do not see the first
    CHECK(stays(windowed("12", "size=13 pad=6_6")));              // from both edges
    CHECK(stays(windowed("12,3", "size=12x3 pad=11_0x1_1")));     // along two dimensions
    CHECK(stays(windowed("4", "size=4 pad=3_0")));                // short
    CHECK(stays(windowed("12", "size=12 pad=0_11", "subtract"))); // which would be in another order
}
