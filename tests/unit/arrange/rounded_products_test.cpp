// Products whose sum becomes an integer: they are rounded first where a machine could fuse them, and no others are.
#include "arrange/rounded_products.h"

#include "arrange/arrange.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// The sum of two scaled numbers, and what becomes of it: `body` defines ROOT r of s.
Kernels scaled_sum(const std::string& body) {
    return fused("HloModule m\nENTRY e {\n x = f32[9] parameter(0)\n y = f32[9] parameter(1)\n"
                 " a = f32[] constant(0.71)\n b = f32[] constant(0.83)\n as = f32[9] broadcast(a), dimensions={}\n"
                 " bs = f32[9] broadcast(b), dimensions={}\n p = f32[9] multiply(x, as)\n q = f32[9] multiply(y, bs)\n"
                 " s = f32[9] add(p, q)\n" +
                 body + "\n}\n");
}

const std::string kNearest = " n = f32[9] round-nearest-even(s)\n h = f32[] constant(127)\n l = f32[] constant(-128)\n"
                             " hs = f32[9] broadcast(h), dimensions={}\n ls = f32[9] broadcast(l), dimensions={}\n"
                             " c = f32[9] clamp(ls, n, hs)\n ROOT r = s8[9] convert(c)";

int rounded_products(const std::string& body, const char* target, bool in_order = false) {
    const Kernels kernels = arrange(scaled_sum(body), *find_target(target), {.in_order = in_order});
    int count = 0;
    for (const Kernel& kernel : kernels.kernels)
        for (std::size_t i = 0; i < kernel.exprs.size(); ++i) count += kernel.exprs[ExprId(i)].rounded ? 1 : 0;
    return count;
}

} // namespace

TEST_CASE("products whose sum becomes an integer are rounded first where the machine has a fused multiply-add") {
    CHECK(rounded_products(kNearest, "x86-64-v3") == 2);
    CHECK(rounded_products(kNearest, "cortex-m7") == 2);
    CHECK(rounded_products(kNearest, "cortex-a") == 2);
    CHECK(rounded_products(kNearest, "x86-64-v2") == 0);
    CHECK(rounded_products(kNearest, "generic") == 0);
    CHECK(rounded_products(kNearest, "x86-64-v3", true) == 0); // the order says what is fused
    CHECK(rounded_products(" ROOT r = f32[9] negate(s)", "x86-64-v3") == 0);
    CHECK(rounded_products(" m = f32[9] multiply(s, as)\n n = f32[9] round-nearest-even(m)\n"
                           " ROOT r = s16[9] convert(n)",
                           "x86-64-v3") == 2);
}
