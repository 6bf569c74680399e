// What a loop multiplies by one matrix, element by element of a sequence, is one product in front of it.
#include <algorithm>

#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// `rounds` rounds over (i, h, x, w), x of `steps` rows; `made` makes y, which the loop hands on as h.
std::string scan(const std::string& steps, const std::string& rounds, const std::string& made) {
    const std::string state = "(s32[], f32[64], f32[" + steps + ",32], f32[32,64])";
    const std::string parts = "p = " + state +
                              " parameter(0)\n"
                              "i = s32[] get-tuple-element(p), index=0\n"
                              "h = f32[64] get-tuple-element(p), index=1\n"
                              "x = f32[" +
                              steps +
                              ",32] get-tuple-element(p), index=2\n"
                              "w = f32[32,64] get-tuple-element(p), index=3\n";
    return "HloModule m\ncond { " + parts + "n = s32[] constant(" + rounds +
           ")\nROOT c = pred[] compare(i, n), direction=LT }\nbody { " + parts +
           "one = s32[] constant(1)\nzero = s32[] constant(0)\nj = s32[] add(i, one)\n" + made + "\nROOT r = " + state +
           " tuple(j, y, x, w) }\nENTRY e { z = s32[] constant(0)\nh = f32[64] parameter(0)\nx = f32[" + steps +
           ",32] parameter(1)\nw = f32[32,64] parameter(2)\nt = " + state + " tuple(z, h, x, w)\nl = " + state +
           " while(t), condition=cond, body=body\nROOT r = f32[64] get-tuple-element(l), index=1 }\n";
}

const std::string kStep = "s = f32[1,32] dynamic-slice(x, i, zero), dynamic_slice_sizes={1,32}\n"
                          "e = f32[32] reshape(s)\n"
                          "y0 = f32[64] dot(e, w), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
                          "y = f32[64] add(y0, h)";

std::int64_t dots(const Computation& computation) {
    return std::ranges::count_if(computation.instructions,
                                 [](const Instruction& i) { return i.opcode == Opcode::Dot; });
}

bool in_front(const std::string& text, const char* target = "x86-64-v4") {
    const Module module = precomputed(text, *find_target(target));
    const std::int64_t outside = dots(module.entry_computation()), inside = dots(module[only_while(module).called[1]]);
    REQUIRE(outside + inside == 1);
    return outside == 1;
}

} // namespace

TEST_CASE("the products of the elements of a sequence are one product in front of the loop") {
    const Module module = precomputed(scan("40", "40", kStep), *find_target("x86-64-v4"));
    for (const Instruction& instruction : module.entry_computation().instructions)
        if (instruction.opcode == Opcode::Dot) CHECK(instruction.shape.dims == std::vector<std::int64_t>{40, 64});
    CHECK(in_front(scan("40", "40", kStep)));
    CHECK(only_while(module).operands.size() == 3); // i, h and the products
}

TEST_CASE("the products of elements stay in the loop where no vectors gain from it") {
    CHECK(!in_front(scan("40", "40", kStep), "generic"));
}

TEST_CASE("the products of elements stay in a loop that takes few of them") {
    CHECK(!in_front(scan("40", "19", kStep)));
    CHECK(in_front(scan("40", "20", kStep)));
}

TEST_CASE("the products of elements stay in the loop where all of them are large beside the matrix") {
    CHECK(in_front(scan("128", "128", kStep)));
    CHECK(!in_front(scan("129", "129", kStep)));
}

TEST_CASE("a product of what a round has made stays in the loop") {
    CHECK(!in_front(scan("40", "40",
                         "e = f32[32] slice(h), slice={[0:32]}\n"
                         "y = f32[64] dot(e, w), lhs_contracting_dims={0}, rhs_contracting_dims={0}")));
}
