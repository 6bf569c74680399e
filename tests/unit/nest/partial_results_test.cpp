// Among how many registers the terms of a point are divided, and how many terms a block of a sum has.
#include "nest/partial_results.h"

#include "tile/tile.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

struct Divided {
    std::int64_t parts = 0, block = 0;
    friend bool operator==(const Divided&, const Divided&) = default;
};

Divided divided(const std::string& body, const char* target, bool in_order = false) {
    const Kernels kernels = fused("HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                  " ROOT r = f32[] add(a, b) }\nENTRY e { " +
                                  body + " }");
    const LoopNests nests = tile(kernels, *find_target(target), {.in_order = in_order});
    const nest::Body& first = nests.nests.back().bodies.at(0);
    return {nest::partial_results(kernels.kernels.back(), first), nest::terms_of_block(kernels.kernels.back(), first)};
}

// A sum along each of four rows, and one along each of 40 columns.
std::string row_sums(const std::string& size) {
    return "x = f32[4," + size +
           "] parameter(0)\n z = f32[] constant(0)\n ROOT s = f32[4] reduce(x, z), dimensions={1}, to_apply=add";
}
std::string column_sums(const std::string& size) {
    return "x = f32[" + size +
           ",40] parameter(0)\n z = f32[] constant(0)\n ROOT s = f32[40] reduce(x, z), dimensions={0}, to_apply=add";
}

} // namespace

TEST_CASE("sums side by side have one partial result each, whatever the rows and columns of the tile", "[nest]") {
    const std::string dot =
        "x = f32[24,30] parameter(0)\n y = f32[30,40] parameter(1)\n ROOT d = f32[24,40] dot(x, y), "
        "lhs_contracting_dims={1}, rhs_contracting_dims={0}";
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"}) {
        INFO(target);
        CHECK(divided(dot, target, true) == Divided{1, 0});
        CHECK(divided(column_sums("32"), target, true) == Divided{1, 0});
    }
}

TEST_CASE("in order, a long row has eight partial results on every target, as vectors and as scalars", "[nest]") {
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"}) {
        INFO(target);
        CHECK(divided(row_sums("64"), target, true).parts == 8);
        CHECK(divided(row_sums("67"), target, true).parts == 8); // the last three terms go to lanes of their own
    }
}

TEST_CASE("a long sum has blocks of about the root of its terms in each partial result", "[nest]") {
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"}) {
        INFO(target);
        CHECK(divided(column_sums("256"), target, true) == Divided{1, 16});
        CHECK(divided(row_sums("2048"), target, true) == Divided{8, 8 * 16});
        CHECK(divided(row_sums("24"), target, true) == Divided{8, 0});
    }
}
