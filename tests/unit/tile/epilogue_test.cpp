// How the accumulators of register tiles are finished and stored.
#include "tile/epilogue.h"

#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/tile/nests_of.h"

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

// Of the last piece of a product of 16x32 and 32x`columns` elements, followed by `ops` on `d`.
Piece last_piece(const char* target, const std::string& ops, int columns = 16, const std::string& result = "f32") {
    const std::string n = std::to_string(columns);
    const Kernels kernels =
        addressed("HloModule m\nENTRY e {\n x = f32[16,32] parameter(0)\n w = f32[32," + n +
                  "] parameter(1)\n y = " + result + "[16," + n + "] parameter(2)\n d = f32[16," + n +
                  "] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" + ops + "\n}\n");
    REQUIRE(kernels.kernels.size() == 1);
    const std::vector<Tiling> nests = tilings(kernels, *find_target(target));
    INFO(print(kernels, nests_of(kernels, nests, *find_target(target))));
    REQUIRE(!nests[0].pieces.empty());
    return nests[0].pieces.back();
}

} // namespace

TEST_CASE("ops with a vector form finish vectors") {
    const Piece piece = last_piece("x86-64-v3", "ROOT r = f32[16,16] maximum(d, y)");
    CHECK(piece.tile.lanes == 8);
    CHECK(piece.epilogue == Epilogue::Vectors);
    CHECK(last_piece("x86-64-v3", "ROOT r = f32[16,16] tanh(d)").epilogue == Epilogue::Vectors);
    CHECK(last_piece("cortex-m7", "ROOT r = f32[16,16] maximum(d, y)").epilogue == Epilogue::Scalars);
}

TEST_CASE("an op without a vector form, another type and another order in memory go lane by lane") {
    CHECK(last_piece("x86-64-v3", "ROOT r = f32[16,16] cbrt(d)").epilogue == Epilogue::LaneByLane);
    CHECK(last_piece("x86-64-v3", "ROOT r = s64[16,16] convert(d)").epilogue == Epilogue::LaneByLane);
    CHECK(last_piece("x86-64-v3", "t = f32[16,16] transpose(y), dimensions={1,0}\n ROOT r = f32[16,16] add(d, t)")
              .epilogue == Epilogue::LaneByLane);
}

TEST_CASE("scalar sums are finished as vectors of neighbours where the machine has vectors of integers") {
    const auto lanes = [](const char* target, int rows, int columns, const std::string& end) {
        std::string row, weights;
        for (int i = 0; i < columns; ++i) row += (i == 0 ? "" : ",") + std::to_string(i - 8);
        for (int i = 0; i < 64; ++i) weights += (i == 0 ? "{" : ",{") + row + "}";
        const std::string shape = "[" + std::to_string(rows) + "," + std::to_string(columns) + "]";
        const Kernels kernels =
            addressed("HloModule m\nENTRY e {\n x = s8[" + std::to_string(rows) + ",64] parameter(0)\n w = s8[64," +
                      std::to_string(columns) + "] constant({" + weights + "})\n d = s32" + shape +
                      " dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" + "f = f32" + shape +
                      " convert(d)\n k = f32[] constant(0.37)\n s = f32" + shape +
                      " broadcast(k), dimensions={}\n m = f32" + shape + " multiply(f, s)\n ROOT r = " + end + "\n}\n");
        return tilings(kernels, *find_target(target))[0].pieces[0].tile.result_lanes;
    };
    const std::string root = "f32[6,8] sqrt(m)";
    CHECK(lanes("cortex-m55", 6, 8, root) == 4);
    CHECK(lanes("cortex-m7", 6, 8, root) == 1);
    CHECK(lanes("cortex-m55", 6, 6, "f32[6,6] sqrt(m)") == 1);   // no whole vectors
    CHECK(lanes("cortex-m55", 6, 8, "s32[6,8] negate(d)") == 1); // not worth it
}

TEST_CASE("long code after a tile of scalars stands there once") {
    CHECK(last_piece("cortex-m7", "ROOT r = f32[16,16] tanh(d)").epilogue == Epilogue::OneByOne);
    CHECK(last_piece("cortex-m7", "ROOT r = f32[16,16] negate(d)").epilogue == Epilogue::Scalars);
}

TEST_CASE("a kernel with several outputs around one product has a register tile, and stores all of them in one form") {
    Kernels kernels =
        addressed("HloModule m\nENTRY e {\n x = f32[16,32] parameter(0)\n w = f32[32,16] parameter(1)\n"
                  " ROOT d = f32[16,16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
    Kernel& kernel = kernels.kernels[0];
    const auto add_output = [&](Opcode opcode, ElementType type) {
        const ExprId result = kernel.outputs[0].expr;
        const ExprId expr =
            kernel.exprs.add({.kind = ExprKind::Apply, .type = type, .operands = {result, result}, .opcode = opcode});
        kernel.outputs.push_back(
            {.argument = ArgumentId(kernel.arguments.size()), .index = kernel.outputs[0].index, .expr = expr});
        kernel.arguments.push_back({.type = type, .dims = {16, 16}});
    };
    const auto epilogue = [&] {
        const std::vector<Tiling> nests = tilings(kernels, *find_target("x86-64-v3"));
        REQUIRE(nests[0].pieces[0].tile.lanes == 8);
        return nests[0].pieces[0].epilogue;
    };
    add_output(Opcode::Multiply, ElementType::F32);
    CHECK(epilogue() == Epilogue::Vectors);
    add_output(Opcode::Compare, ElementType::Pred);
    CHECK(epilogue() == Epilogue::LaneByLane);
}

TEST_CASE("a product that is written into a part of an array has a register tile") {
    const Piece piece = last_piece("x86-64-v3", "big = f32[64,16] parameter(3)\n i = s32[] parameter(4)\n"
                                                " ROOT u = f32[64,16] dynamic-update-slice(big, d, i, i)");
    CHECK(piece.tile.rows * piece.tile.vectors > 1);
    CHECK(piece.epilogue == Epilogue::Vectors);
}
