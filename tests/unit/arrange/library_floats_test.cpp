// Floats on machines without an FPU.
#include "arrange/library_floats.h"

#include "tile/tilings.h"
#include "unit/fuse/fused.h"

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

double all_library_cycles(const std::string& op, const std::string& result, const char* target) {
    const Kernels kernels = fused("HloModule m\nENTRY e {\n x = f32[500] parameter(0)\n y = f32[500] parameter(1)\n "
                                  "ROOT r = " +
                                  result + "[500] " + op + "\n}\n");
    const Kernel& kernel = kernels.kernels.at(0);
    double cycles = 0;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        cycles += library_cycles(kernel, kernel.exprs[ExprId(i)], *find_target(target));
    return cycles;
}

RegisterTile tile_of_product(const std::string& type, const char* target) {
    const Kernels kernels = addressed("HloModule m\nENTRY e {\n x = " + type + "[16,32] parameter(0)\n w = " + type +
                                      "[32,16] parameter(1)\n ROOT d = " + type +
                                      "[16,16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
    return tilings(kernels, *find_target(target)).at(0).pieces.at(0).tile;
}

} // namespace

TEST_CASE("sums, comparisons and functions of floats take a library's cycles where there is no FPU", "[arrange]") {
    const double one = find_target("cortex-m0")->float_cycles;
    CHECK(one > 0);
    CHECK(all_library_cycles("add(x, y)", "f32", "cortex-m0") == one);
    CHECK(all_library_cycles("compare(x, y), direction=LT", "pred", "cortex-m0") == one);
    CHECK(all_library_cycles("tanh(x)", "f32", "cortex-m0") > 5 * one);
    CHECK(all_library_cycles("add(x, y)", "f32", "cortex-m4") == 0);
    CHECK(all_library_cycles("tanh(x)", "f32", "generic") == 0);
}

TEST_CASE("without an FPU, floats have smaller tiles than integers", "[arrange]") {
    const auto sums = [](const RegisterTile& tile) { return tile.rows * tile.vectors; };
    CHECK(sums(tile_of_product("f32", "cortex-m3")) < sums(tile_of_product("f32", "cortex-m4")));
    CHECK(sums(tile_of_product("s32", "cortex-m3")) > 1);
}
