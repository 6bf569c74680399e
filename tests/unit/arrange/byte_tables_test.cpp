// Tables of functions of one byte: where there are any, and what they hold.
#include "arrange/byte_tables.h"

#include <cmath>

#include "arrange/arrange.h"
#include "arrange/byte_functions.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// `body` defines ROOT r of x and y; `scaled` is x * 0.03125 and `half` 0.5, as f32.
std::string of_bytes(const std::string& body) {
    return "HloModule m\nENTRY e {\n x = s8[500] parameter(0)\n y = s8[500] parameter(1)\n"
           " z = f32[] constant(0.03125)\n zs = f32[500] broadcast(z), dimensions={}\n"
           " c = f32[] constant(0.5)\n half = f32[500] broadcast(c), dimensions={}\n"
           " f = f32[500] convert(x)\n g = f32[500] convert(y)\n scaled = f32[500] multiply(f, zs)\n" +
           body + "\n}\n";
}

std::vector<const Value*> tables(const std::string& body, const char* target = "cortex-m7", const Goal& goal = {}) {
    static Kernels kernels;
    kernels = arrange(fused(of_bytes(body)), *find_target(target), goal);
    std::vector<const Value*> found;
    for (const Value& value : kernels.values)
        if (value.kind == ValueKind::Constant && value.elements() == 256) found.push_back(&value);
    return found;
}

const std::string kTanh = " ROOT r = f32[500] tanh(scaled)";

} // namespace

TEST_CASE("a function of a byte has a table of its values") {
    const std::vector<const Value*> found = tables(kTanh);
    REQUIRE(found.size() == 1);
    for (int i = 0; i < 256; ++i) {
        const double exact = std::tanh((i - 128) * 0.03125);
        CHECK(std::abs(static_cast<double>(found[0]->literal->at<float>(i)) - exact) <= 2e-7 * std::abs(exact));
    }
}

TEST_CASE("a function of a byte that is rounded has a table of bytes") {
    const std::vector<const Value*> found =
        tables(" t = f32[500] tanh(scaled)\n h = f32[] constant(127)\n hs = f32[500] broadcast(h), dimensions={}\n"
               " p = f32[500] multiply(t, hs)\n n = f32[500] round-nearest-even(p)\n ROOT r = s8[500] convert(n)");
    REQUIRE(found.size() == 1);
    REQUIRE(found[0]->type == ElementType::S8);
    for (int i = 0; i < 256; ++i)
        CHECK(found[0]->literal->at<std::int8_t>(i) == std::lround(127 * std::tanh((i - 128) * 0.03125)));
}

TEST_CASE("two functions of a byte share no table but those of equal values") {
    CHECK(tables(" t = f32[500] tanh(scaled)\n k = f32[500] multiply(f, half)\n u = f32[500] exponential(k)\n"
                 " ROOT r = (f32[500], f32[500]) tuple(t, u)")
              .size() == 2);
    CHECK(tables(" t = f32[500] tanh(scaled)\n k = f32[500] multiply(g, zs)\n u = f32[500] tanh(k)\n"
                 " ROOT r = f32[500] add(t, u)")
              .size() == 1);
}

TEST_CASE("functions that are cheap or of more than a byte have no table") {
    CHECK(tables(" ROOT r = f32[500] multiply(scaled, half)").empty());
    CHECK(tables(" a = f32[500] add(scaled, g)\n ROOT r = f32[500] tanh(a)").empty());
    CHECK(tables(" w = s16[500] convert(x)\n v = s16[500] convert(y)\n p = s16[500] multiply(w, v)\n q = f32[500] "
                 "convert(p)\n"
                 " ROOT r = f32[500] tanh(q)")
              .empty());
}

TEST_CASE("machines with vectors compute functions of bytes and code for size has no tables") {
    CHECK(tables(kTanh, "generic").size() == 1);
    CHECK(tables(kTanh, "cortex-m55").size() == 1);
    CHECK(tables(kTanh, "cortex-a").empty());
    CHECK(tables(kTanh, "x86-64-v3").empty());
    CHECK(tables(kTanh, "cortex-m7", {.optimize = Optimize::Size}).empty());
}

TEST_CASE("wider integers that lie in the range of a byte are bytes") {
    const Kernels kernels = fused(
        of_bytes(" l = s32[] constant(3)\n ls = s32[500] broadcast(l), dimensions={}\n w = s32[500] convert(x)\n"
                 " d = s32[500] shift-right-arithmetic(w, ls)\n v = f32[500] convert(d)\n ROOT r = f32[500] tanh(v)"));
    const Kernel& kernel = kernels.kernels[0];
    const Target target = *find_target("generic");
    const ByteFunctions functions(kernel, target, false);
    REQUIRE(functions.largest().size() == 1);
    CHECK(functions.largest()[0].result == kernel.outputs[0].expr);
    CHECK(kernel.exprs[functions.largest()[0].byte].kind == ExprKind::Load);
}
