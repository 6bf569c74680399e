// Sums of tiles that start at their bias: which ones do, and what the validator finds where they may not.
#include "tile/bias_verify.h"

#include "tile/statements/statements.h"
#include "tile/tile.h"
#include "tile/tilings.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// A product of so many columns, and what becomes of it: `body` defines ROOT r of d and b.
Kernels product(const std::string& columns, const std::string& body) {
    const std::string shape = "f32[20," + columns + "]";
    return fused("HloModule m\nENTRY e {\n x = f32[20,16] parameter(0)\n w = f32[16," + columns +
                 "] parameter(1)\n b = " + shape + " parameter(2)\n d = " + shape +
                 " dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" + body + "\n}\n");
}

const std::string kAdded = " ROOT r = f32[20,16] add(d, b)";

Kernel kernel_of(const std::string& body) {
    return product("16", body).kernels[0];
}

bool starts_at_bias(const Kernels& kernels, const char* target, bool in_order = false) {
    const LoopNests nests = tile(kernels, *find_target(target), {.in_order = in_order});
    return nests.nests[0].bodies[0].from_bias.valid();
}

} // namespace

TEST_CASE(
    "sums of vectors start at their bias on AArch64, where their order is free and each is finished in its vector") {
    CHECK(starts_at_bias(product("16", kAdded), "cortex-a"));
    CHECK(starts_at_bias(product("16", " s = f32[20,16] add(b, d)\n ROOT r = f32[20,16] multiply(s, s)"), "cortex-a"));
    CHECK_FALSE(starts_at_bias(product("16", kAdded), "cortex-a", true));
    CHECK_FALSE(starts_at_bias(product("16", kAdded), "x86-64-v3"));
    CHECK_FALSE(starts_at_bias(product("16", kAdded), "generic"));
    CHECK_FALSE(starts_at_bias(product("16", " ROOT r = f32[20,16] multiply(d, b)"), "cortex-a"));
    CHECK_FALSE(
        starts_at_bias(product("16", " s = f32[20,16] add(d, b)\n ROOT r = f32[20,16] multiply(s, d)"), "cortex-a"));
}

TEST_CASE("sums that must not start at a bias are found", "[validator]") {
    const Kernels kernels = product("16", kAdded);
    const Kernel& kernel = kernels.kernels[0];
    const Tiling right = tilings(kernels, *find_target("cortex-a"))[0];
    const auto body_of = [&](const Tiling& tiling) {
        return loop_nest_of(kernel, tiling, *find_target("cortex-a"), false).bodies[0];
    };
    const nest::Body body = body_of(right);
    const auto fault = [&](const Kernel& of, const nest::Body& damaged, bool in_order = false) {
        return wrong_bias(of, damaged, in_order).value_or("nothing");
    };
    CHECK(fault(kernel, body) == "nothing");
    CHECK_THAT(fault(kernel, body, true), Contains("added last on other targets"));
    const auto with = [&](auto&& damage) {
        Tiling damaged = right;
        damage(damaged.pieces[0]);
        return fault(kernel, body_of(damaged));
    };
    CHECK_THAT(with([](Piece& p) {
                   p.tile.chains = 2;
                   p.reduction.back().together = 1;
               }),
               Contains("several sums of a point"));
    CHECK_THAT(with([](Piece& p) { p.tile.idle = 1; }), Contains("taken apart"));
    CHECK_THAT(with([](Piece& p) { p.epilogue = Epilogue::LaneByLane; }), Contains("taken apart"));
    const auto in_kernel = [&](const std::string& ops) {
        const Kernel other = kernel_of(ops);
        nest::Body damaged = body;
        for (std::size_t i = 0; i < other.exprs.size(); ++i) { // the first op on the sum
            const std::vector<ExprId>& operands = other.exprs[ExprId(i)].operands;
            const bool of_sum =
                std::ranges::any_of(operands, [&](ExprId id) { return other.exprs[id].kind == ExprKind::Accumulator; });
            if (!of_sum || ExprId(i) == other.reduction->combined[0]) continue;
            damaged.from_bias = ExprId(i);
            break;
        }
        return fault(other, damaged);
    };
    CHECK_THAT(in_kernel(" ROOT r = f32[20,16] multiply(d, b)"), Contains("its bias is not added"));
    CHECK_THAT(in_kernel(" ROOT r = f32[20,16] add(d, d)"), Contains("its bias is not added to the sum"));
    CHECK_THAT(in_kernel(" s = f32[20,16] add(d, b)\n ROOT r = f32[20,16] multiply(s, d)"),
               Contains("without the bias"));
}
