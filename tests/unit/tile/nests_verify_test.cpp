// The validator of loop nests: what `tile` makes passes, and every kind of damage is found and named.
#include "tile/nests_verify.h"
#include "tile/transposition.h"

#include <functional>

#include "tile/tile.h"
#include "tile/tilings.h"
#include "unit/tile/modules_to_damage.h"
#include "unit/tile/tilings_of_all_kinds.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

using Damage = std::function<void(Tiling&)>;

std::string found(const Kernels& kernels, const LoopNests& nests) {
    try {
        verify_nests(kernels, nests);
    } catch (const InternalError& error) {
        return error.what();
    }
    return "nothing";
}

// The fault in the statements of a damaged tiling.
std::string found(const Kernels& kernels, const Target& target, bool in_order, const Damage& damage) {
    std::vector<Tiling> tiled = tilings(kernels, target, {.in_order = in_order});
    REQUIRE(found(kernels, nests_of(kernels, tiled, target, in_order)) == "nothing");
    damage(tiled.back());
    LoopNests nests = nests_of(kernels, tiled, target, in_order);
    return found(kernels, nests);
}
std::string found(const std::string& text, const char* target, const Damage& damage) {
    return found(addressed(text), *find_target(target), false, damage);
}

std::string dot(bool constant) {
    return module_of({{24, 32}, {32, 40}, {24, 40}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
                     constant);
}
// Its right operand lies badly, and is packed at run time.
std::string transposed_dot() {
    return module_of({{64, 32}, {40, 32}, {64, 40}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={1}"},
                     false);
}
std::string sort(const char* size) {
    const std::string n(size);
    return "HloModule m\nbefore { a = f32[] parameter(0)\n b = f32[] parameter(1)\n c = s8[] parameter(2)\n d = s8[] "
           "parameter(3)\n"
           " ROOT r = pred[] compare(a, b), direction=LT }\nENTRY e { x = f32[3," +
           n + "] parameter(0)\n y = s8[3," + n + "] parameter(1)\n ROOT s = (f32[3," + n + "], s8[3," + n +
           "]) sort(x, y), dimensions={1}, to_apply=before }";
}
const std::string kNegate =
    "HloModule m\nENTRY e { x = f32[5,6] parameter(0)\n y = f32[6,5] transpose(x), dimensions={1,0}\n"
    " ROOT z = f32[6,5] negate(y) }";
// Of a line that is no whole number of vectors, with a guard that the box decides and values from tables.
const std::string kVectors =
    "HloModule m\nENTRY e { x = f32[5,40] parameter(0)\n y = f32[6,40] parameter(1)\n z = f32[] constant(0)\n"
    " p = f32[6,40] pad(x, z), padding=1_0x0_0\n ROOT s = f32[6,40] add(p, y) }";

} // namespace

TEST_CASE("nests of kernels of their own kind are right, on every target", "[validator]") {
    std::vector<FusedModule> modules; // tests/sweeps/ has those of all other kinds
    for (const std::string& text : {sort("1"), sort("9"), sort("100"), kNegate, kScatter, transposed_dot(), kVectors,
                                    kColumns, kColumnSums, sum_of_all("7,0"), sum_of_all("0,7"), sum_of_all("5,0,7")})
        modules.push_back({text, addressed(text)});
    for (const FusedModule& module : modules)
        for_all_nests(module.kernels, [&](const LoopNests& nests) {
            const std::string fault = found(module.kernels, nests);
            if (fault != "nothing")
                FAIL_CHECK(fault << "\n" << module.text.substr(0, 1000) << "\n" << print(module.kernels, nests));
        });
}

TEST_CASE("the validator of nests names the kernel", "[validator]") {
    CHECK_THAT(found(dot(true), "generic", [](Tiling& nest) { nest.pieces.clear(); }),
               Contains("the loop nests are wrong: kernel 0 (y): it has no body"));
    const Kernels kernels = addressed(dot(true));
    LoopNests nests = tile(kernels, *find_target("generic"));
    nests.nests[0].kernel = KernelId(std::size_t{1});
    CHECK_THAT(found(kernels, nests), Contains("its nest is that of another kernel"));
}

TEST_CASE("points that are in no piece or in two are found", "[validator]") {
    for (const std::string& text : {dot(true), kNegate}) {
        const auto in_nest = [&](const Damage& damage) { return found(text, "x86-64-v3", damage); };
        CHECK_THAT(in_nest([](Tiling& nest) { nest.pieces.push_back(nest.pieces[0]); }),
                   Contains("its bodies do not store each point once"));
        CHECK_THAT(in_nest([](Tiling& nest) { nest.pieces[0].box[0].begin += 1; }),
                   Contains("do not store each point once") || Contains("a loop leaves a rest"));
        CHECK_THAT(in_nest([](Tiling& nest) { nest.pieces[0].box[1].end += 1; }),
                   Contains("do not store each point once") || Contains("a loop leaves a rest"));
    }
}

TEST_CASE("loops that leave points out are found", "[validator]") {
    const auto in_piece = [&](const std::function<void(Piece&)>& damage) {
        return found(dot(true), "x86-64-v3", [&](Tiling& nest) { damage(nest.pieces[0]); });
    };
    const char* const once = "its bodies do not store each point once";
    CHECK_THAT(in_piece([](Piece& p) { p.loops.pop_back(); }), Contains(once));
    CHECK_THAT(in_piece([](Piece& p) { p.loops[0] = p.loops[1]; }), Contains("a loop visits its points again"));
    CHECK_THAT(in_piece([](Piece& p) { p.loops[1].step += 1; }), Contains("a loop leaves a rest"));
    CHECK_THAT(in_piece([](Piece& p) {
                   for (Loop& loop : p.loops)
                       if (loop.dim == p.tile.row_dim) loop.step = p.tile.rows = 7;
               }),
               Contains("a loop leaves a rest"));
    CHECK_THAT(in_piece([](Piece& p) { p.reduction.push_back(p.reduction[0]); }),
               Contains("a loop visits its points again"));
}

TEST_CASE("tiles of dimensions that are none, or of lanes that are no neighbours, are found", "[validator]") {
    const auto in_tile = [&](const std::function<void(RegisterTile&)>& damage) {
        return found(dot(false), "x86-64-v3", [&](Tiling& nest) { damage(nest.pieces[0].tile); });
    };
    const char* const overlap = "overlap";
    CHECK_THAT(in_tile([](RegisterTile& t) { t.rows = 0; }), Contains("do not combine each term once"));
    CHECK_THAT(in_tile([](RegisterTile& t) { t.row_dim = 2; }), Contains(overlap));
    CHECK_THAT(in_tile([](RegisterTile& t) { t.lane_dim = 2; }), Contains(overlap));
    CHECK_THAT(in_tile([](RegisterTile& t) { t.row_dim = t.lane_dim; }), Contains(overlap));
    const Kernels kernels = addressed(dot(false));
    LoopNests wide = tile(kernels, *find_target("x86-64-v4"));
    wide.target = *find_target("x86-64-v3");
    CHECK_THAT(found(kernels, wide), Contains("do not fit in a vector of the target"));
    CHECK_THAT(in_tile([](RegisterTile& t) { t.chains = 5; }), Contains("a loop leaves a rest"));
    CHECK_THAT(found(transposed_dot(), "x86-64-v3", [](Tiling& nest) { nest.packings.clear(); }),
               Contains("its lanes are no neighbours in e"));
    CHECK_THAT(
        found(kScatter, "generic", [](Tiling& nest) { std::swap(nest.pieces[0].loops[0], nest.pieces[0].loops[1]); }),
        Contains("its points do not follow each other"));
}

TEST_CASE("lanes that a condition tells apart are found", "[validator]") {
    const std::string text = module_of(
        {{1, 9, 3}, {5, 3, 4}, {1, 9, 4}, "convolution", "window={size=5 pad=2_2}, dim_labels=b0f_0io->b0f"}, false);
    CHECK_THAT(found(text, "x86-64-v3",
                     [](Tiling& nest) {
                         Piece piece = nest.pieces[0];
                         piece.box = {{0, 9}, {0, 4}};
                         piece.tile = {.lane_dim = 0, .vectors = 9};
                         piece.loops = {{.dim = 0, .step = 9}, {.dim = 1}};
                         piece.taps.clear();
                         for (ReductionLoop& loop : piece.reduction) loop.taps = false;
                         nest.packings.clear();
                         nest.pieces = {piece};
                     }),
               Contains("do not combine each term once") || Contains("tells its lanes apart"));
}

TEST_CASE("taps that leave a row out, or reach one that the conditions leave out, are found", "[validator]") {
    const auto in_taps = [](const char* groups, const std::function<void(std::vector<TapRun>&)>& damage) {
        const bool each = *groups != 0;
        const std::string text =
            module_of({{1, 3, 24, 3},
                       {3, 3, each ? 1 : 3, each ? 3 : 4},
                       {1, 3, 24, each ? 3 : 4},
                       "convolution",
                       "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f" + std::string(groups)},
                      true);
        return found(text, "cortex-m7", [&](Tiling& nest) {
            REQUIRE(!nest.pieces[0].taps.empty());
            damage(nest.pieces[0].taps);
        });
    };
    const auto walk = [&](const auto& damage) { return in_taps("", damage); };
    const auto written_out = [&](const auto& damage) { return in_taps(", feature_group_count=3", damage); };
    const auto edge = [](std::vector<TapRun>& runs, Edge wanted) {
        return std::ranges::find(runs, wanted, &TapRun::edge);
    };
    const char* const once = "do not combine each term once";
    CHECK_THAT(walk([&](auto& runs) { runs.erase(edge(runs, Edge::First)); }), Contains(once));
    CHECK_THAT(walk([&](auto& runs) { runs.erase(edge(runs, Edge::Last)); }), Contains(once));
    CHECK_THAT(walk([&](auto& runs) { edge(runs, Edge::First)->rows.begin = 0; }), Contains(once));
    CHECK_THAT(walk([&](auto& runs) { edge(runs, Edge::First)->edge = Edge::None; }), Contains(once));
    CHECK_THAT(walk([&](auto& runs) { edge(runs, Edge::Clipped)->taps.end = 2; }), Contains(once));
    CHECK_THAT(walk([&](auto& runs) { edge(runs, Edge::Clipped)->edge = Edge::None; }), Contains(once));
    CHECK_THAT(walk([&](auto& runs) { std::ranges::reverse(runs); }), Contains("not in order"));
    CHECK_THAT(written_out([&](auto& runs) { edge(runs, Edge::Tested)->edge = Edge::None; }), Contains(once));
    CHECK_THAT(written_out([&](auto& runs) { runs.erase(edge(runs, Edge::Tested)); }), Contains(once));
}

TEST_CASE("taps that are no walk because a load reads them through a quotient are found", "[validator]") {
    const std::string text =
        "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
        "ENTRY e { x = f32[1,4,5,7] parameter(0)\n z = f32[] constant(0)\n"
        " b = f32[1,4,5,2,7,2] broadcast(x), dimensions={0,1,2,4}\n u = f32[1,4,10,14] reshape(b)\n"
        " ROOT s = f32[1,4,5,7] reduce-window(u, z), window={size=1x1x3x3 stride=1x1x2x2 pad=0_0x0_0x1_1x1_1}, "
        "to_apply=add }";
    const auto join_last_two = [](Tiling& nest) {
        const auto piece = std::ranges::find_if(nest.pieces, [](const Piece& each) { return each.taps.size() == 3; });
        REQUIRE(piece != nest.pieces.end());
        REQUIRE(piece->taps[1].rows == piece->taps[2].rows);
        piece->taps[1].taps.end = piece->taps[2].taps.end;
        piece->taps.pop_back();
    };
    CHECK_THAT(found(text, "x86-64-v3", join_last_two), Contains("are no walk through"));
}

TEST_CASE("dimensions that are no walk because a factor is the number of one are found", "[validator]") {
    const std::string text =
        "HloModule m\nENTRY e { x = f32[6,3,8] parameter(0)\n n = f32[3,8] iota(), iota_dimension=1\n"
        " ROOT r = f32[6] dot(x, n), lhs_contracting_dims={1,2}, rhs_contracting_dims={0,1} }";
    const auto join = [](Tiling& nest) {
        std::vector<ReductionLoop>& loops = nest.pieces.at(0).reduction;
        REQUIRE(loops.size() == 2);
        loops[0].dims.push_back(loops[1].dims[0]);
        loops[0].range.end *= loops[1].range.end;
        loops.pop_back();
    };
    CHECK_THAT(found(text, "generic", join), Contains("are no walk through"));
}

TEST_CASE("idle lanes that are no rest of a vector, or would read behind the end, are found", "[validator]") {
    const auto with_idle = [](bool constant, std::int64_t idle) {
        return found(dot(constant), "x86-64-v3", [&](Tiling& nest) { nest.pieces.back().tile.idle = idle; });
    };
    const char* const once = "do not combine each term once";
    CHECK_THAT(with_idle(true, 8), Contains(once));
    CHECK_THAT(with_idle(true, 1), Contains(once));
}

TEST_CASE("points that are computed again by no last tile are found", "[validator]") {
    const auto with_again = [](std::int64_t again) {
        return found(dot(true), "x86-64-v3", [&](Tiling& nest) { nest.pieces.front().tile.again = again; });
    };
    CHECK_THAT(with_again(8), Contains("do not store each point once"));
    CHECK_THAT(with_again(1), Contains("do not store each point once"));
}

TEST_CASE("squares that do not turn lines into lines are found", "[validator]") {
    const std::string source = "HloModule m\nENTRY e {\n x = f32[8,24] parameter(0)\n ROOT y = f32[24,8] "
                               "transpose(x), dimensions={1,0}\n}\n";
    const auto damaged = [&](const std::function<void(RegisterTile&)>& damage) {
        return found(source, "x86-64-v3", [&](Tiling& nest) { damage(nest.pieces.front().tile); });
    };
    CHECK_THAT(damaged([](RegisterTile& tile) { std::swap(tile.row_dim, tile.lane_dim); }),
               Contains("its rows are no lines where they are loaded"));
    CHECK_THAT(found(source, "x86-64-v3", [](Tiling& nest) { nest.pieces.front().tile.rows_again = 1; }),
               Contains("do not store each point once"));
    CHECK_THAT(damaged([](RegisterTile& tile) { tile.transposes = false; }), Contains("do not store each point once"));
}

TEST_CASE("parts of triples, and triples that are apart, are found", "[validator]") {
    const auto fault = [](const std::string& from, const std::string& to, std::int64_t rows, std::int64_t lanes) {
        const Kernels kernels =
            addressed("HloModule m\nENTRY e {\n x = f32[" + from + "] parameter(0)\n ROOT y = f32[" + to +
                      "] transpose(x), dimensions={1,0}\n}\n");
        std::vector<Range> box;
        for (const std::int64_t size : kernels[KernelId(0)].dims) box.push_back({0, size});
        return wrong_transposition(kernels[KernelId(0)], box, 0, 1, rows, lanes).value_or("");
    };
    CHECK(fault("8,3", "3,8", 3, 8).empty());
    CHECK_THAT(fault("8,3", "3,8", 2, 8), Contains("no square and no triples"));
    CHECK_THAT(fault("8,3", "3,8", 3, 6), Contains("no square and no triples"));
    CHECK_THAT(fault("8,4", "4,8", 3, 8), Contains("its triples are apart"));
}

TEST_CASE("operands that are packed by squares that are none of theirs are found", "[validator]") {
    const auto with_square = [](std::int64_t square) {
        return found(transposed_dot(), "x86-64-v3",
                     [&](Tiling& nest) { nest.packings.at(0).blocks.at(0).square = square; });
    };
    CHECK_THAT(with_square(3), Contains("packed by squares that do not fit"));
    CHECK_THAT(with_square(16), Contains("packed by squares that do not fit"));
}

TEST_CASE("operands that are not packed as the tiles read them are found", "[validator]") {
    const auto in_packing = [&](bool constant, const std::function<void(Packing&)>& damage) {
        return found(constant ? dot(true) : transposed_dot(), "x86-64-v3", [&](Tiling& nest) {
            REQUIRE(nest.packings.size() == 1);
            damage(nest.packings[0]);
        });
    };
    for (const bool constant : {false, true}) {
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.load = ExprId(std::size_t{77}); }),
                   Contains("e77 is no load"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.constant = !p.constant; }), Contains("packed"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.lane_dim = 0; }),
                   Contains("does not number the dimensions"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.depth += 1; }),
                   Contains("another depth than its dimensions"));
        CHECK_THAT(in_packing(constant,
                              [](Packing& p) {
                                  p.reduction_dims.clear();
                                  p.depth = 1;
                              }),
                   Contains("does not number the dimensions that it depends on"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.batch_dims.push_back(0); }),
                   Contains("does not number the dimensions that it depends on"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.blocks.pop_back(); }), Contains("leaves lanes out"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.blocks.push_back(p.blocks[0]); }),
                   Contains("holds some twice"));
        CHECK_THAT(in_packing(constant, [](Packing& p) { p.blocks[0].width = p.blocks[0].range.size() - 1; }),
                   Contains("a block that is not full"));
        CHECK_THAT(in_packing(constant,
                              [](Packing& p) {
                                  p.blocks = {{{0, 40}, 8}};
                                  p.blocks[0].width = 1;
                              }),
                   Contains("has other blocks than a tile that reads it"));
    }
    CHECK_THAT(in_packing(false, [](Packing& p) { p.scratch_offset = 1; }), Contains("does not fit in the scratch"));
    CHECK_THAT(found(transposed_dot(), "x86-64-v3", [](Tiling& nest) { nest.scratch_bytes -= 4; }),
               Contains("does not fit in the scratch"));
    CHECK_THAT(found(transposed_dot(), "x86-64-v3", [](Tiling& nest) { nest.scratch_type = ElementType::F64; }),
               Contains("is of another type than the scratch"));
    CHECK_THAT(found(dot(true), "x86-64-v3", [](Tiling& nest) { nest.packings.push_back(nest.packings[0]); }),
               Contains("an operand is packed twice"));
}

TEST_CASE("partial results that start often at another value, or are not those of every target, are found",
          "[validator]") {
    const auto row_sums = [](const std::string& initial, bool in_order, const std::function<void(Piece&)>& damage) {
        const Kernels kernels =
            addressed("HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] "
                      "add(a, b) }\nENTRY e { x = f32[4,64] parameter(0)\n i = f32[] constant(" +
                      initial + ")\n ROOT s = f32[4] reduce(x, i), dimensions={1}, to_apply=add }");
        return found(kernels, *find_target("x86-64-v3"), in_order, [&](Tiling& nest) {
            for (Piece& piece : nest.pieces) damage(piece);
        });
    };
    const char* const others = "its partial results are not those of every target";
    CHECK_THAT(row_sums("0", true, [](Piece& p) { p.tile.chains = 2; }), Contains(others));
    CHECK_THAT(row_sums("0", true, [](Piece& p) { p.tile.lanes = 4; }), Contains(others));
    CHECK_THAT(row_sums("0", true, [](Piece& p) { p.tile = {}, p.loops[0].step = 1; }), Contains(others));
    CHECK_THAT(row_sums("0", false, [](Piece& p) { p.tile.chains = 3; }), Contains("have no halves"));
    const auto in_lanes = [](Piece& p) { p.tile = {.lane_dim = 1, .lanes = 8, .lane_reduces = true}; };
    CHECK_THAT(row_sums("5", false, in_lanes), Contains("not neutral"));
    CHECK_THAT(row_sums("5", true, in_lanes), Contains("not neutral"));
}

TEST_CASE("a sort without room for its runs is found", "[validator]") {
    const std::string text = sort("100");
    CHECK_THAT(found(text, "generic", [](Tiling& nest) { nest.sort.reset(); }), Contains("it sorts without runs"));
    CHECK_THAT(found(text, "generic", [](Tiling& nest) { nest.sort->run = 0; }), Contains("its runs hold nothing"));
    CHECK_THAT(found(text, "generic", [](Tiling& nest) { nest.sort->run *= 3; }), Contains("a run does not fit"));
    CHECK_THAT(found(text, "generic", [](Tiling& nest) { nest.scratch_bytes -= 8; }), Contains("a run does not fit"));
    CHECK_THAT(found(text, "generic", [](Tiling& nest) { nest.sort->scratch[1] = 0; }), Contains("share a place"));
    CHECK_THAT(found(text, "generic", [](Tiling& nest) { nest.sort->scratch.pop_back(); }),
               Contains("has no place in the scratch"));
    CHECK_THAT(found(dot(true), "generic", [](Tiling& nest) { nest.sort = SortRuns{.run = 1}; }),
               Contains("has runs and no sort"));
}

TEST_CASE("vectors of points that are no neighbours, or no vectors, are found", "[validator]") {
    // One vector of the dimension in place of the nest.
    const auto with_lanes = [](const std::string& text, std::int64_t dim) {
        return found(text, "x86-64-v3", [&](Tiling& nest) {
            Piece piece = nest.pieces[0];
            for (std::size_t d = 0; d < piece.box.size(); ++d) piece.box[d].begin = 0;
            piece.box[0].end = nest.pieces.back().box[0].end;
            piece.tile = {.lane_dim = dim, .lanes = 8};
            piece.epilogue = Epilogue::Vectors;
            for (Loop& loop : piece.loops) loop.step = loop.dim == dim ? 8 : 1;
            nest.pieces = {piece};
            nest.functions = {{0, 1}};
        });
    };
    const std::string transposed =
        "HloModule m\nENTRY e { x = f32[8,8] parameter(0)\n y = f32[8,8] transpose(x), dimensions={1,0}\n"
        " ROOT z = f32[8,8] negate(y) }";
    for (const std::int64_t dim : {0, 1}) CHECK(with_lanes(transposed, dim) == "nothing"); // equally far apart
    CHECK_THAT(with_lanes(kColumns, 0), Contains("its lanes are not equally far apart in e"));
    CHECK_THAT(with_lanes(kColumnSums, 0), Contains("its lanes are no neighbours in e"));
    CHECK_THAT(with_lanes("HloModule m\nENTRY e { x = f32[16] parameter(0)\n ROOT y = f32[16] cbrt(x) }", 0),
               Contains("has no vectors"));
    CHECK_THAT(with_lanes("HloModule m\nENTRY e { x = f32[8] parameter(0)\n z = f32[] constant(0)\n"
                          " p = f32[16] pad(x, z), padding=4_4\n ROOT y = f32[16] negate(p) }",
                          0),
               Contains("a condition tells its lanes apart"));
    CHECK_THAT(with_lanes("HloModule m\nENTRY e { x = f32[40] parameter(0)\n u = f32[16] parameter(1)\n"
                          " i = s32[] parameter(2)\n n = f32[16] negate(u)\n"
                          " ROOT y = f32[40] dynamic-update-slice(x, n, i) }",
                          0),
               Contains("nothing"));
}

TEST_CASE("lanes that a scan adds up in another order, or where nothing is added up, are found", "[validator]") {
    const auto scan = [](const std::string& combiner) {
        return addressed("HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] " +
                         combiner + "(a, b) }\nENTRY e { x = f32[64] parameter(0)\n z = f32[] constant(0)\n" +
                         " ROOT y = f32[64] reduce-window(x, z), window={size=64 pad=63_0}, to_apply=c }");
    };
    const Kernels sums = scan("add");
    LoopNests nests = tile(sums, *find_target("x86-64-v3"));
    CHECK(found(sums, nests) == "nothing");
    CHECK_THAT(found(scan("multiply"), nests), Contains("it adds up lanes of what is no running sum"));
    nests.in_order = true;
    CHECK_THAT(found(sums, nests), Contains("its running sums are not in the order of every target"));
}
