// Scaled integers that become integers again: one conversion where there may be no FPU.
#include "arrange/scaled_integers.h"

#include "arrange/arrange.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// The result's operands: `body` defines the f32 p of the f32 s, which is converted from an s32, and of the f32 y.
std::size_t operands(const std::string& body, const char* target = "generic") {
    const Kernels kernels = arrange(
        fused("HloModule m\nENTRY e {\n x = s32[9] parameter(0)\n y = f32[9] parameter(1)\n s = f32[9] convert(x)\n" +
              body +
              "\n n = f32[9] round-nearest-even(p)\n h = f32[] constant(127)\n l = f32[] constant(-128)\n"
              " hs = f32[9] broadcast(h), dimensions={}\n ls = f32[9] broadcast(l), dimensions={}\n"
              " c = f32[9] clamp(ls, n, hs)\n ROOT r = s8[9] convert(c)\n}\n"),
        *find_target(target));
    const Kernel& kernel = kernels.kernels[0];
    const Expr& result = kernel.exprs[kernel.outputs[0].expr];
    CHECK(result.nearest == Range{-128, 128});
    return result.operands.size();
}

} // namespace

TEST_CASE("a scaled integer that is rounded is one conversion where there may be no FPU") {
    CHECK(operands(" p = f32[9] multiply(s, y)") == 2);
    CHECK(operands(" p = f32[9] multiply(y, s)") == 2);
    CHECK(operands(" p = f32[9] multiply(s, s)") == 2);
    CHECK(operands(" p = f32[9] multiply(s, y)", "cortex-m7") == 1);
    CHECK(operands(" p = f32[9] multiply(s, y)", "x86-64-v3") == 1);
    CHECK(operands(" p = f32[9] divide(s, y)") == 1);
    CHECK(operands(" p = f32[9] multiply(y, y)") == 1);
}
