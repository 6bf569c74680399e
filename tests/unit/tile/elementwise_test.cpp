// Which kernels without a reduction run as vectors, and how their lines are cut.
#include "tile/elementwise.h"

#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;

namespace {

// The pieces of the last kernel of a module with these instructions.
std::vector<Piece> pieces_of(const std::string& body, const char* target = "x86-64-v3") {
    const Kernels kernels = fused("HloModule m\nENTRY e {\n" + body + "\n}\n");
    const std::vector<Tiling> nests = tilings(kernels, *find_target(target));
    INFO(print(kernels, nests_of(kernels, nests, *find_target(target))));
    CHECK(nests.back().functions.size() == 1);
    return nests.back().pieces;
}

bool has_lanes(const std::string& body, const char* target = "x86-64-v3") {
    const std::vector<Piece> pieces = pieces_of(body, target);
    return std::ranges::any_of(pieces, [](const Piece& piece) {
        CHECK((piece.tile.lanes == 1 || piece.epilogue == Epilogue::Vectors));
        return piece.tile.lanes > 1;
    });
}

// Of two f32[40] or pred[40] ops.
bool line_has_lanes(const std::string& ops, const char* target = "x86-64-v3") {
    return has_lanes("a = f32[40] parameter(0)\n b = f32[40] parameter(1)\n" + ops, target);
}

} // namespace

TEST_CASE("a line is cut into whole vectors, narrower ones and points") {
    const std::vector<Piece> pieces = pieces_of("a = f32[3,47] parameter(0)\n b = f32[47] parameter(1)\n"
                                                "c = f32[3,47] broadcast(b), dimensions={1}\n"
                                                "ROOT r = f32[3,47] add(a, c)");
    REQUIRE(pieces.size() == 3);
    CHECK(pieces[0].box == std::vector<Range>{{0, 3}, {0, 40}});
    CHECK(pieces[0].tile.lanes == 8);
    CHECK(pieces[0].tile.vectors == 5);
    CHECK(pieces[0].loops.back().dim == 1);
    CHECK(pieces[1].box == std::vector<Range>{{0, 3}, {40, 44}});
    CHECK(pieces[1].tile.lanes == 4);
    CHECK(pieces[2].box == std::vector<Range>{{0, 3}, {44, 47}});
    CHECK(!pieces[2].tile.tiled());
}

TEST_CASE("the lanes of a target are those of its vectors, and there are none without") {
    const std::string add = "ROOT r = f32[40] add(a, b)";
    for (const char* target : {"cortex-a", "x86-64-v3", "x86-64-v4"}) CHECK(line_has_lanes(add, target));
    for (const char* target : {"generic", "cortex-m4", "cortex-m7"}) CHECK(!line_has_lanes(add, target));
}

TEST_CASE("arithmetic, extremes, choices by masks and several results have vectors") {
    CHECK(line_has_lanes("m = f32[40] maximum(a, b)\n n = f32[40] negate(m)\n ROOT r = f32[40] abs(n)"));
    CHECK(line_has_lanes("p = pred[40] compare(a, b), direction=LT\n q = pred[40] compare(a, a), direction=NE\n"
                         "o = pred[40] or(p, q)\n n = pred[40] not(o)\n ROOT r = f32[40] select(n, a, b)"));
    CHECK(line_has_lanes("s = f32[40] add(a, b)\n d = f32[40] subtract(a, b)\n"
                         "ROOT r = (f32[40], f32[40]) tuple(s, d)"));
    CHECK(has_lanes("a = f64[40] parameter(0)\n b = f64[40] parameter(1)\n ROOT r = f64[40] divide(a, b)"));
    CHECK(has_lanes("p = pred[40] parameter(0)\n q = pred[40] parameter(1)\n a = f32[40] parameter(2)\n"
                    "n = pred[40] and(p, q)\n b = f32[40] negate(a)\n ROOT r = f32[40] select(n, a, b)"));
    CHECK(line_has_lanes("i = s32[40] iota(), iota_dimension=0\n c = s32[] constant(7)\n"
                         "d = s32[40] broadcast(c), dimensions={}\n p = pred[40] compare(i, d), direction=LT\n"
                         "ROOT r = f32[40] select(p, a, b)"));
}

TEST_CASE("what no vector computes runs point by point") {
    CHECK(!line_has_lanes("e = f32[40] cbrt(a)\n ROOT r = f32[40] add(e, b)"));
    CHECK(!line_has_lanes("ROOT p = pred[40] compare(a, b), direction=LT"));
    CHECK(!line_has_lanes("p = pred[40] compare(a, b), direction=LT, type=TOTALORDER\n"
                          "ROOT r = f32[40] select(p, a, b)"));
    CHECK(!line_has_lanes("i = f32[40] iota(), iota_dimension=0\n ROOT r = f32[40] add(a, i)"));
    CHECK(!line_has_lanes("c = pred[] parameter(2)\n ROOT r = f32[40] select(c, a, b)"));
    CHECK(!has_lanes("a = s32[40] parameter(0)\n ROOT r = s32[40] add(a, a)"));
    CHECK(!has_lanes("p = pred[40] parameter(0)\n q = pred[40] parameter(1)\n a = f32[40] parameter(2)\n"
                     "n = pred[40] xor(p, q)\n b = f32[40] negate(a)\n ROOT r = f32[40] select(n, a, b)"));
    CHECK(!has_lanes("a = f32[80] parameter(0)\n i = s32[80] iota(), iota_dimension=0\n f = f32[80] convert(i)\n"
                     "ROOT r = f32[80] add(a, f)"));
}

TEST_CASE("what does not lie side by side runs point by point") {
    CHECK(!has_lanes("a = f32[40,40] parameter(0)\n b = f32[40,40] parameter(1)\n"
                     "t = f32[40,40] transpose(a), dimensions={1,0}\n ROOT r = f32[40,40] add(t, b)"));
    CHECK(!has_lanes("a = f32[120] parameter(0)\n s = f32[40] slice(a), slice={[0:120:3]}\n"
                     "ROOT r = f32[40] add(s, s)"));
    CHECK(!has_lanes("a = f32[5,40] parameter(0)\n i = s32[40,1] parameter(1)\n"
                     "g = f32[40] gather(a, i), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, "
                     "operand_batching_dims={1}, start_indices_batching_dims={0}, index_vector_dim=1, "
                     "slice_sizes={1,1}\n ROOT r = f32[40] add(g, g)"));
}

TEST_CASE("a line that is shorter than a vector, and what only moves, are left to the compiler") {
    CHECK(!has_lanes("a = f32[9,7] parameter(0)\n b = f32[7] parameter(1)\n"
                     "c = f32[9,7] broadcast(b), dimensions={1}\n ROOT r = f32[9,7] add(a, c)"));
    CHECK(!has_lanes("b = f32[40] parameter(0)\n ROOT c = f32[9,40] broadcast(b), dimensions={1}"));
}

TEST_CASE("functions have vectors of few lanes, and of lanes that lie apart where they are read or written") {
    CHECK(has_lanes("a = f32[9,7] parameter(0)\n ROOT r = f32[9,7] exponential(a)"));
    CHECK(has_lanes("a = f32[40,40] parameter(0)\n b = f32[40,40] parameter(1)\n"
                    "t = f32[40,40] transpose(a), dimensions={1,0}\n e = f32[40,40] exponential(t)\n"
                    "ROOT r = f32[40,40] add(e, b)"));
    CHECK(has_lanes("a = f32[80] parameter(0)\n s = f32[40] slice(a), slice={[0:80:2]}\n ROOT r = f32[40] log(s)"));
    CHECK(!has_lanes("a = f32[9,3] parameter(0)\n ROOT r = f32[9,3] exponential(a)", "cortex-m7"));
}

TEST_CASE("every second element, though it only moves, is read in vectors, of which the last begins earlier") {
    const std::vector<Piece> pieces =
        pieces_of("a = f32[3,75] parameter(0)\n ROOT s = f32[3,37] slice(a), slice={[0:3],[1:75:2]}");
    REQUIRE(pieces.size() == 2);
    CHECK(pieces[0].box == std::vector<Range>{{0, 3}, {0, 32}});
    CHECK(pieces[1].box == std::vector<Range>{{0, 3}, {29, 37}});
    CHECK(pieces[1].tile.again == 3);
}

TEST_CASE("a line starts where the box decides the guards; where none does, each point tests") {
    const std::string add = "a = f32[33,8] parameter(0)\n b = f32[40,8] parameter(1)\n z = f32[] constant(0)\n"
                            "p = f32[40,8] pad(a, z), padding=7_0x0_0\n ROOT r = f32[40,8] add(p, b)";
    const std::vector<Piece> pieces = pieces_of(add);
    REQUIRE(pieces.size() == 2);
    for (const Piece& piece : pieces) CHECK(piece.tile.lanes == 8);
    const std::string interior = "a = f32[20] parameter(0)\n b = f32[40] parameter(1)\n z = f32[] constant(0)\n"
                                 "p = f32[40] pad(a, z), padding=0_1_1\n ROOT r = f32[40] add(p, b)";
    CHECK(!has_lanes(interior));
}

TEST_CASE("points that follow each other have no lanes") {
    CHECK(!has_lanes("x = f32[9,40] parameter(0)\n i = s32[4,1] parameter(1)\n u = f32[4,40] parameter(2)\n"
                     "ROOT y = f32[9,40] scatter(x, i, u), update_window_dims={1}, inserted_window_dims={0},"
                     " scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add\n}\n"
                     "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b)"));
}

TEST_CASE("where compilers make the vectors, a line is one piece") {
    const std::string body = "a = f32[3,33] parameter(0)\n ROOT r = f32[3,33] cbrt(a)";
    for (const char* target : {"x86-64-v3", "cortex-a", "cortex-m7"}) {
        const std::vector<Piece> pieces = pieces_of(body, target);
        REQUIRE(pieces.size() == 1);
        CHECK(!pieces[0].tile.tiled());
    }
}

TEST_CASE("vectors of f32 compute with 16-bit floats, but not with narrower ones") {
    const auto lanes = [](const std::string& type, const char* op) {
        const std::string array = type + "[3,41]";
        return has_lanes("a = " + array + " parameter(0)\n b = " + array + " parameter(1)\n ROOT r = " + array + " " +
                         op + "(a, b)");
    };
    CHECK(lanes("bf16", "add"));
    CHECK(lanes("f16", "maximum"));
    CHECK(!lanes("f8e5m2", "add"));
    CHECK(has_lanes("a = bf16[3,41] parameter(0)\n c = f32[3,41] convert(a)\n ROOT r = f32[3,41] multiply(c, c)"));
}
