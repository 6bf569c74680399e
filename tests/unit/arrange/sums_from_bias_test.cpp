// Sums that start at their bias: which ones do, and which ones may not.
#include "arrange/sums_from_bias.h"

#include "arrange/arrange.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// A dot x w, and what becomes of it: `body` defines ROOT r.
Kernels with_dot(const std::string& body) {
    return fused(
        "HloModule m\nENTRY e {\n x = f32[4,8] parameter(0)\n w = f32[8,4] parameter(1)\n b = f32[4,4] parameter(2)\n"
        " zero = f32[] constant(0)\n zeros = f32[4,4] broadcast(zero), dimensions={}\n"
        " d = f32[4,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" +
        body + "\n}\n");
}

bool starts_at_zero(const Kernel& kernel) {
    return kernel.exprs[kernel.reduction->initial[0]].kind == ExprKind::Constant;
}

// Of the kernel with the dot, when all passes ran for the target.
bool dot_starts_at_zero(const std::string& body, const char* target, bool in_order = false) {
    const Kernels kernels = arrange(with_dot(body), *find_target(target), {.in_order = in_order});
    return starts_at_zero(kernels.kernels[0]);
}

const std::string kBias = " ROOT r = f32[4,4] add(d, b)";

} // namespace

TEST_CASE("a sum starts at the bias that is added to it, and the addition is gone") {
    Kernels kernels = with_dot(" s = f32[4,4] add(b, d)\n ROOT r = f32[4,4] maximum(s, zeros)");
    REQUIRE(kernels.kernels.size() == 1);
    Kernel& kernel = kernels.kernels[0];
    REQUIRE(starts_at_zero(kernel));
    const std::size_t before = kernel.exprs.size();
    start_sums_at_bias(kernel);
    CHECK_FALSE(starts_at_zero(kernel));
    CHECK(kernel.exprs[kernel.reduction->initial[0]].kind == ExprKind::Load);
    CHECK(kernel.exprs.size() < before); // zero is still there for the maximum
    const Expr& maximum = kernel.exprs[kernel.outputs[0].expr];
    CHECK(maximum.opcode == Opcode::Maximum);
    CHECK(kernel.exprs[maximum.operands[0]].kind == ExprKind::Accumulator);
    verify_kernels(kernels);
}

TEST_CASE("sums start at their bias where a tile has one sum a point, and their order is free") {
    CHECK_FALSE(dot_starts_at_zero(kBias, "cortex-m7"));
    CHECK_FALSE(dot_starts_at_zero(kBias, "generic"));
    CHECK(dot_starts_at_zero(kBias, "x86-64-v3"));
    CHECK(dot_starts_at_zero(kBias, "cortex-m7", true));
}

TEST_CASE("a sum that is used in other ways, or that nothing is added to, starts at zero") {
    CHECK(dot_starts_at_zero(" s = f32[4,4] add(d, b)\n ROOT r = f32[4,4] multiply(s, d)", "generic"));
    CHECK(dot_starts_at_zero(" ROOT r = f32[4,4] add(d, d)", "generic"));
    CHECK(dot_starts_at_zero(" ROOT r = f32[4,4] multiply(d, b)", "generic"));
    CHECK(dot_starts_at_zero(" ROOT r = f32[4,4] subtract(d, b)", "generic"));
}
