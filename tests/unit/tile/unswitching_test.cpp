// Loop unswitching: where an innermost loop is there twice, and guards of vectors.
#include "tile/unswitching.h"

#include <catch2/catch.hpp>

#include "nest/walk.h"
#include "support/diagnostics.h"
#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// The sum of pads of an image at so many places along each dimension.
std::string pads(std::int64_t places, const char* function) {
    const std::string image = "f32[10,12,16]", padded = "f32[18,20,16]";
    std::string text = "HloModule m\nENTRY e {\n x = " + image +
                       " parameter(0)\n z = f32[] constant(0)\n s0 = " + padded + " broadcast(z), dimensions={}\n";
    for (std::int64_t i = 0; i < places; ++i) {
        const std::string number = std::to_string(i + 1), low = std::to_string(i), high = std::to_string(8 - i);
        text += " p" + number + " = " + padded + " pad(x, z), padding=" + low + "_" + high + "x" + high + "_" + low +
                "x0_0\n s" + number + " = " + padded + " add(s" + std::to_string(i) + ", p" + number + ")\n";
    }
    return text + " ROOT y = " + padded + " " + function + "(s" + std::to_string(places) + ")\n}\n";
}

// A shifted image, whose guard the innermost loop decides.
const std::string kInnermost = "HloModule m\nENTRY e { x = f32[40,300] parameter(0)\n z = f32[] constant(0)\n"
                               " i = s32[300] iota(), iota_dimension=0\n two = s32[] constant(2)\n"
                               " ROOT y = f32[40,303] pad(x, z), padding=0_0x3_0 }";

LoopNests tiled(const Kernels& kernels, const char* target, Optimize optimize) {
    LoopNests nests = tile(kernels, *find_target(target), {.optimize = optimize});
    verify_nests(kernels, nests);
    return nests;
}

bool unswitches(const std::string& module, const char* target, Optimize optimize) {
    bool found = false;
    for (const LoopNest& nest : tiled(addressed(module), target, optimize).nests)
        for (const nest::Body& body : nest.bodies) found = found || nest::holds<nest::Unswitched>(body.statements);
    return found;
}

bool has_vectors(const LoopNests& nests) {
    bool all = true;
    for (const nest::Body& body : nests.nests.back().bodies) all = all && body.lanes > 1;
    return all;
}

} // namespace

TEST_CASE("borders that are not peeled are tested in front of the innermost loop with --optimize speed", "[tile]") {
    const std::string module = pads(7, "tanh");
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"}) {
        INFO(target);
        CHECK(unswitches(module, target, Optimize::Speed));
        CHECK_FALSE(unswitches(module, target, Optimize::Balanced));
        CHECK_FALSE(unswitches(module, target, Optimize::Size));
        CHECK_FALSE(unswitches(kInnermost, target, Optimize::Speed));
        CHECK_FALSE(unswitches(pads(1, "tanh"), target, Optimize::Speed)); // peeled
    }
}

TEST_CASE("a guard that is the same in all lanes chooses between vectors", "[tile]") {
    const Kernels kernels = addressed(pads(7, "tanh"));
    const LoopNests nests = tiled(kernels, "x86-64-v3", Optimize::Balanced);
    CHECK(has_vectors(nests));
    // Now the guards tell lanes apart.
    Kernels wrong = kernels;
    Kernel& kernel = wrong.kernels.back();
    ExprGraph exprs;
    const auto lane = static_cast<std::int64_t>(kernel.dims.size() - 1);
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        Expr expr = kernel.exprs[ExprId(i)];
        for (Condition& condition : expr.conditions) condition.index = kernel.space.dimension(lane), condition.low = 3;
        expr.name += std::to_string(i); // no two alike
        exprs.add(expr);
    }
    kernel.exprs = exprs;
    CHECK_THROWS_WITH(verify_nests(wrong, nests), Contains("lanes"));
}

TEST_CASE("all open conditions of a piece are one test for each index", "[tile]") {
    const Kernels kernels = addressed(pads(7, "tanh"));
    const Kernel& kernel = kernels.kernels.back();
    Piece piece{.box = {}};
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        piece.box.push_back({0, kernel.dims[d]});
        piece.loops.push_back({.dim = static_cast<std::int64_t>(d)});
    }
    unswitch(kernel, *find_target("x86-64-v3"), piece);
    REQUIRE(piece.unswitched.size() == 2);
    // Rows 6 ... 9 lie inside all seven images, whose first rows are 0 ... 6; columns 8 ... 13.
    CHECK(piece.unswitched[0].low == 6);
    CHECK(piece.unswitched[0].high == 10);
    CHECK(piece.unswitched[1].low == 8);
    CHECK(piece.unswitched[1].high == 14);
}
