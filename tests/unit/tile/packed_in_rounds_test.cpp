// Operands of a product in a loop that are packed anew in each round.
#include "unit/tile/module_loops.h"

using namespace hlo2cpp;

namespace {

// r[i] = x[i] y[i]^T for i in 0 .. 8: both operands lie along the terms of the sum.
const std::string kProducts =
    "HloModule m\n"
    "cond {\n p = (s32[], f32[8,64,32], f32[8,40,32], f32[8,64,40]) parameter(0)\n"
    " i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(8)\n"
    " ROOT c = pred[] compare(i, n), direction=LT\n}\n"
    "body {\n p = (s32[], f32[8,64,32], f32[8,40,32], f32[8,64,40]) parameter(0)\n"
    " i = s32[] get-tuple-element(p), index=0\n x = f32[8,64,32] get-tuple-element(p), index=1\n"
    " y = f32[8,40,32] get-tuple-element(p), index=2\n r = f32[8,64,40] get-tuple-element(p), index=3\n"
    " zero = s32[] constant(0)\n one = s32[] constant(1)\n next = s32[] add(i, one)\n"
    " a = f32[1,64,32] dynamic-slice(x, i, zero, zero), dynamic_slice_sizes={1,64,32}\n"
    " b = f32[1,40,32] dynamic-slice(y, i, zero, zero), dynamic_slice_sizes={1,40,32}\n"
    " d = f32[1,64,40] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, "
    "rhs_contracting_dims={2}\n"
    " r2 = f32[8,64,40] dynamic-update-slice(r, d, i, zero, zero)\n"
    " ROOT t = (s32[], f32[8,64,32], f32[8,40,32], f32[8,64,40]) tuple(next, x, y, r2)\n}\n"
    "ENTRY e {\n x = f32[8,64,32] parameter(0)\n y = f32[8,40,32] parameter(1)\n z = f32[] constant(0)\n"
    " r = f32[8,64,40] broadcast(z), dimensions={}\n first = s32[] constant(0)\n"
    " s = (s32[], f32[8,64,32], f32[8,40,32], f32[8,64,40]) tuple(first, x, y, r)\n"
    " w = (s32[], f32[8,64,32], f32[8,40,32], f32[8,64,40]) while(s), condition=cond, body=body\n"
    " ROOT q = f32[8,64,40] get-tuple-element(w), index=3\n}\n";

bool depends_on_a_variable(const Kernel& kernel, ExprId load) {
    return std::ranges::any_of(kernel.exprs[load].index.address().products, [&](const Index::Product& product) {
        return kernel.space[product.term].kind == TermKind::Variable;
    });
}

} // namespace

TEST_CASE("an operand that the round of a loop tells is packed in each round, as one outside of loops is") {
    const Kernels kernels = addressed(kProducts);
    for (const char* target : {"x86-64-v3", "x86-64-v4", "cortex-a"}) {
        const LoopNests nests = checked_nests(kernels, target);
        std::size_t packed = 0;
        for (const LoopNest& nest : nests.nests)
            packed += static_cast<std::size_t>(std::ranges::count_if(nest.packings, [&](const Packing& packing) {
                return !packing.constant && depends_on_a_variable(kernels[nest.kernel], packing.load);
            }));
        INFO(target);
        CHECK(packed == 1);
    }
}
