// Which dimension of a kernel vectors run along, how wide they are, and what becomes of the end of a line.
#include "tile/tilings.h"

#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

TEST_CASE("where constants alone have lanes, the last vector reaches behind the end, where the constant has zeros") {
    const auto tiled = [](std::int64_t columns, const std::string& target) {
        const Operation product{
            {24, 16}, {16, columns}, {24, columns}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"};
        const Kernels kernels = addressed(module_of(product, true));
        return tilings(kernels, *find_target(target)).at(0);
    };
    for (const auto& [columns, target, lanes, idle] :
         {std::tuple{23, "x86-64-v3", 8, 1}, {3, "x86-64-v3", 4, 1}, {9, "x86-64-v3", 8, 7}, {7, "cortex-a", 4, 1}}) {
        const Tiling nest = tiled(columns, target);
        const RegisterTile& last = nest.pieces.back().tile;
        CHECK(last.lanes == lanes);
        CHECK(last.idle == idle);
        CHECK(nest.packings.at(0).lane_size() == columns + idle);
    }
    CHECK(tiled(24, "x86-64-v3").pieces.back().tile.idle == 0);
    CHECK(tiled(23, "cortex-m7").pieces.back().tile.idle == 0);
}

TEST_CASE("where arrays have lanes, the last vectors begin earlier, unless that could be where the result is stored") {
    const auto last = [](const std::string& source, const std::string& target) {
        return tilings(addressed(source), *find_target(target)).at(0).pieces.back().tile;
    };
    const auto pool = [](const std::string& width) {
        return "HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
               "ENTRY e {\n i = f32[] constant(0)\n x = f32[24,40," +
               width + "] parameter(0)\n ROOT y = f32[24," + width + "] reduce(x, i), dimensions={1}, to_apply=c\n}\n";
    };
    CHECK(last(pool("23"), "x86-64-v3").again == 1);
    CHECK(last(pool("7"), "x86-64-v3").again == 1);
    CHECK(last(pool("3"), "x86-64-v3").again == 0);
    CHECK(last(pool("24"), "x86-64-v3").again == 0);
    CHECK(last(pool("23"), "cortex-m7").again == 0);
    const std::string residual = "HloModule m\nENTRY e {\n a = f32[24,16] parameter(0)\n b = f32[16,23] parameter(1)\n"
                                 " r = f32[24,23] parameter(2)\n d = f32[24,23] dot(a, b), lhs_contracting_dims={1}, "
                                 "rhs_contracting_dims={0}\n ROOT s = f32[24,23] add(d, r)\n}\n";
    CHECK(last(residual, "x86-64-v3").again == 0);
}

TEST_CASE("what many rows multiply is copied, so that a line shorter than a vector fills one, with zeros behind it") {
    const auto tiled = [](std::int64_t rows, std::int64_t columns, const std::string& target) {
        const Operation product{
            {rows, 40}, {40, columns}, {rows, columns}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"};
        return tilings(addressed(module_of(product, false)), *find_target(target)).at(0);
    };
    const auto copies = [&](std::int64_t rows, std::int64_t columns, const std::string& target) {
        return !tiled(rows, columns, target).packings.empty();
    };
    const Tiling nest = tiled(200, 13, "x86-64-v4");
    CHECK(nest.pieces.back().tile.lanes == 16);
    CHECK(nest.pieces.back().tile.idle == 3);
    REQUIRE(nest.packings.size() == 1);
    CHECK(nest.packings[0].lane_size() == 16);
    CHECK(nest.scratch_bytes == 40 * 16 * 4);
    CHECK_FALSE(copies(20, 13, "x86-64-v4"));
    CHECK_FALSE(copies(200, 8, "x86-64-v4"));
    CHECK_FALSE(copies(200, 16, "x86-64-v4"));
    CHECK_FALSE(copies(200, 19, "x86-64-v4"));
    CHECK_FALSE(copies(200, 13, "cortex-m7"));
}

TEST_CASE("functions of the end of a line take a whole vector, of which only what is new is stored in place") {
    const auto pieces = [](const std::string& body) {
        return tilings(addressed("HloModule m\nENTRY e {\n x = f32[40,23] parameter(0)\n v = f32[40] parameter(1)\n"
                                 " b = f32[40,23] broadcast(v), dimensions={0}\n d = f32[40,23] subtract(x, b)\n" +
                                 body + "}\n"),
                       *find_target("x86-64-v4"))
            .at(0)
            .pieces;
    };
    const std::vector<Piece> functions = pieces("ROOT r = f32[40,23] exponential(d)\n");
    REQUIRE(functions.size() == 2);
    CHECK(functions[1].tile.lanes == 16);
    CHECK(functions[1].tile.again == 9);
    CHECK(functions[1].tile.new_lanes);
    CHECK(pieces("ROOT r = f32[40,23] multiply(d, d)\n").back().tile.again == 0);
    const std::vector<Piece> longer = pieces("e = f32[40,23] exponential(d)\n zero = f32[] constant(0)\n"
                                             "ROOT r = f32[40,25] pad(e, zero), padding=0_0x1_1\n");
    CHECK(std::ranges::none_of(longer, [](const Piece& piece) { return piece.tile.new_lanes; }));
}

TEST_CASE("reductions of short lines have lanes") {
    const auto lanes = [](const std::string& columns, const std::string& target) {
        const std::string sum = "HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                " ROOT s = f32[] add(a, b) }\nENTRY e {\n i = f32[] constant(0)\n x = f32[300," +
                                columns +
                                "] parameter(0)\n ROOT y = f32[300] reduce(x, i), dimensions={1}, to_apply=c\n}\n";
        return tilings(addressed(sum), *find_target(target)).at(0).pieces.at(0).tile.lanes;
    };
    CHECK(lanes("30", "x86-64-v4") == 4);
    CHECK(lanes("10", "x86-64-v4") == 4);
    CHECK(lanes("32", "x86-64-v4") == 16);
    CHECK(lanes("10", "cortex-a") == 4);
    CHECK(lanes("30", "cortex-m7") == 1);
}

TEST_CASE("a pool with strides along the lines has lanes") {
    const std::string pool =
        "HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] maximum(a, b) }\n"
        "ENTRY e {\n i = f32[] constant(-inf)\n x = f32[6,18,24] parameter(0)\n"
        " ROOT y = f32[6,9,12] reduce-window(x, i), window={size=1x2x2 stride=1x2x2}, to_apply=c\n}\n";
    const auto tiles = [&](const std::string& target) {
        return tilings(addressed(pool), *find_target(target)).at(0).pieces.at(0).tile;
    };
    CHECK(tiles("x86-64-v3").lanes == 8);
    CHECK(tiles("cortex-m7").lanes == 1);
}

TEST_CASE("a sum of rows that are looked up has lanes, also where each row counts or does not") {
    const Kernels kernels = addressed("HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                      "ROOT s = f32[] add(a, b) }\nENTRY e {\n table = f32[50,40] parameter(0)\n"
                                      "i = s32[30,1] parameter(1)\n p = pred[30] parameter(2)\n z = f32[] constant(0)\n"
                                      "g = f32[30,40] gather(table, i), offset_dims={1}, collapsed_slice_dims={0},"
                                      " start_index_map={0}, index_vector_dim=1, slice_sizes={1,40}\n"
                                      "c = f32[30] convert(p)\n b = f32[30,40] broadcast(c), dimensions={0}\n"
                                      "m = f32[30,40] multiply(g, b)\n"
                                      "ROOT r = f32[40] reduce(m, z), dimensions={0}, to_apply=add }\n");
    const std::vector<Tiling> nests = tilings(kernels, *find_target("x86-64-v3"));
    CHECK(nests.back().pieces[0].tile.lanes == 8);
}

TEST_CASE("elements move between lines in the squares that take fewest instructions, the last of which begin earlier") {
    const auto pieces = [](const std::string& from, const std::string& to, const std::string& target,
                           const std::string& type = "f32") {
        return tilings(addressed("HloModule m\nENTRY e {\n x = " + type + "[" + from + "] parameter(0)\n ROOT y = " +
                                 type + "[" + to + "] transpose(x), dimensions={1,0}\n}\n"),
                       *find_target(target))
            .at(0)
            .pieces;
    };
    const std::vector<Piece> odd = pieces("9,14", "14,9", "x86-64-v3");
    REQUIRE(odd.size() == 4);
    CHECK(odd.back().tile.transposes);
    CHECK(odd.back().tile.again == 7);
    CHECK(odd.back().tile.rows_again == 2);
    CHECK(pieces("8,16", "16,8", "x86-64-v3").size() == 1);
    const auto side = [&](const std::string& size, const std::string& target, const std::string& type = "f32") {
        return pieces(size + "," + size, size + "," + size, target, type).front().tile.rows;
    };
    CHECK(side("32", "x86-64-v4") == 16);
    CHECK(side("32", "x86-64-v3") == 8);
    CHECK(side("32", "cortex-a") == 4);
    CHECK(side("32", "cortex-a", "f16") == 8);
    CHECK(side("20", "x86-64-v4") == 8); // 16 would take half of the points again
    CHECK(side("9", "x86-64-v4") == 4);
    CHECK_FALSE(pieces("8,12", "12,8", "x86-64-v3", "f64")[0].tile.transposes);
    CHECK_FALSE(pieces("5,2", "2,5", "x86-64-v3")[0].tile.transposes);
    CHECK_FALSE(pieces("8,12", "12,8", "cortex-m7")[0].tile.transposes);
}

TEST_CASE("colors of pixels move to planes by three vectors at once, the last of which begin earlier") {
    const auto pieces = [](const std::string& type, const std::string& target) {
        return tilings(addressed("HloModule m\nENTRY e {\n x = " + type + "[37,3] parameter(0)\n ROOT y = " + type +
                                 "[3,37] transpose(x), dimensions={1,0}\n}\n"),
                       *find_target(target))
            .at(0)
            .pieces;
    };
    const std::vector<Piece> colors = pieces("f32", "x86-64-v3");
    REQUIRE(colors.size() == 2);
    CHECK(colors[0].tile.transposes);
    CHECK(colors[0].tile.rows == 3);
    CHECK(colors[0].tile.lanes == 8);
    CHECK(colors[1].tile.again == 3);
    CHECK(colors[1].tile.rows_again == 0);
    CHECK(pieces("u8", "x86-64-v3")[0].tile.lanes == 16);
    CHECK(pieces("f32", "cortex-a")[0].tile.lanes == 4);
    CHECK_FALSE(pieces("f64", "x86-64-v3")[0].tile.transposes);
    CHECK_FALSE(pieces("f32", "cortex-m7")[0].tile.transposes);
}

TEST_CASE("the taps of a border are written out where they are few, however fast code is to be") {
    const auto pieces = [](const std::string& size, Optimize optimize) {
        const std::string image = "f32[64,64]", sides = size + "x" + size;
        const std::string before = std::to_string((std::stoi(size) - 1) / 2),
                          behind = std::to_string(std::stoi(size) / 2);
        const std::string sum = "HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                " ROOT s = f32[] add(a, b) }\nENTRY e {\n i = f32[] constant(0)\n x = " +
                                image + " parameter(0)\n ROOT y = " + image +
                                " reduce-window(x, i), window={size=" + sides + " pad=" + before + "_" + behind + "x" +
                                before + "_" + behind + "}, to_apply=c\n}\n";
        return tilings(addressed(sum), *find_target("generic"), {.optimize = optimize}).at(0).pieces.size();
    };
    CHECK(pieces("60", Optimize::Speed) < 20);
    CHECK(pieces("5", Optimize::Speed) >= 5);
}

TEST_CASE("what is copied has lanes twice at its end alone, not in front of a border") {
    const auto blocks = [](const std::string& points, const std::string& padding) {
        const std::string convolution =
            "HloModule m\nENTRY e {\n x = f32[1,12,48,44] parameter(0)\n w = f32[12,1,1,3] parameter(1)\n ROOT c = "
            "f32[1,12,16," +
            points + "] convolution(x, w), window={size=1x3 stride=3x3 pad=0_0x0_" + padding +
            "}, dim_labels=bf01_oi01->bf01, feature_group_count=12\n}\n";
        const Tiling nest = tilings(addressed(convolution), *find_target("x86-64-v3")).at(0);
        REQUIRE(nest.packings.size() == 1);
        return nest.packings[0].blocks;
    };
    CHECK(blocks("14", "0").back().again == 2);
    for (const LaneBlocks& block : blocks("17", "9")) CHECK(block.again == 0);
}
