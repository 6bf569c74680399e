// Subscripts: loads and stores of fused kernels have one index for each dimension of their arrays.
#include "unit/fuse/fused.h"

#include "kernel/loads.h"

using namespace hlo2cpp;

namespace {

using Sizes = std::vector<std::int64_t>;

Kernel kernel_of(const std::string& body) {
    return fused("HloModule m\n" + body).kernels.at(0);
}

const Expr& only_load(const Kernel& kernel) {
    const std::vector<UsedLoad> loads = used_loads(kernel);
    REQUIRE(loads.size() == 1);
    return kernel.exprs[loads[0].expr];
}

std::string subscripts_of(const Kernel& kernel, const Expr& load) {
    return kernel.space.print(load.index);
}

} // namespace

TEST_CASE("a kernel has the dimensions of its instruction, and a subscript for each dimension of an array") {
    const Kernel kernel = kernel_of("ENTRY e { x = f32[1,4,6] parameter(0)\n"
                                    " s = f32[1,3,2] slice(x), slice={[0:1], [1:4], [0:6:3]}\n"
                                    " ROOT n = f32[1,3,2] negate(s) }");
    CHECK(kernel.dims == Sizes{1, 3, 2});
    CHECK(subscripts_of(kernel, only_load(kernel)) == "0, d1 + 1, 3*d2");
    CHECK(kernel.space.print(kernel.outputs[0].index) == "0, d1, d2");
}

TEST_CASE("neighbouring dimensions of a reduction stay apart") {
    const Kernel kernel = kernel_of("sum { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                    " ROOT c = f32[] add(a, b) }\n"
                                    "ENTRY e { x = f32[5,4,6] parameter(0)\n z = f32[] constant(0)\n"
                                    " ROOT r = f32[5] reduce(x, z), dimensions={1,2}, to_apply=sum }");
    CHECK(kernel.dims == Sizes{5});
    CHECK(kernel.reduction->dims == Sizes{4, 6});
    CHECK(subscripts_of(kernel, only_load(kernel)) == "d0, d1, d2");
}

TEST_CASE("a reshape is read by the dimensions of its operand") {
    const Kernel kernel = kernel_of("ENTRY e { x = f32[4,6] parameter(0)\n r = f32[3,8] reshape(x)\n"
                                    " ROOT n = f32[3,8] negate(r) }");
    const Expr& load = only_load(kernel);
    REQUIRE(load.index.size() == 2);
    bool same = true;
    for_all_points(kernel.dims, [&](const Point& point) {
        const std::int64_t element = 8 * point[0] + point[1];
        same = same && value_at(kernel.space, load.index[0], point) == element / 6 &&
               value_at(kernel.space, load.index[1], point) == element % 6;
    });
    CHECK(same);
}

TEST_CASE("a scalar has no subscript") {
    const Kernel kernel = kernel_of("ENTRY e { x = f32[] parameter(0)\n b = f32[3] broadcast(x), dimensions={}\n"
                                    " ROOT n = f32[3] negate(b) }");
    CHECK(only_load(kernel).index.size() == 0);
}

TEST_CASE("the line of a sort lies along the dimension that is sorted") {
    const Kernel kernel = kernel_of(
        "less { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = pred[] compare(a, b), direction=LT }\n"
        "ENTRY e { x = f32[3,7,2] parameter(0)\n ROOT y = f32[3,7,2] sort(x), dimensions={1}, to_apply=less }");
    CHECK(kernel.dims == Sizes{3, 1, 2});
    REQUIRE(kernel.sort);
    CHECK(kernel.sort->dimension == 1);
    CHECK(kernel.sort->stride == 1);
    CHECK(kernel.space.print(kernel.outputs[0].index) == "d0, 0, d2");
}

TEST_CASE("a dynamic slice starts at a run-time number in its own dimension") {
    const Kernel kernel = kernel_of("ENTRY e { x = f32[5,6] parameter(0)\n i = s32[] parameter(1)\n"
                                    " z = s32[] constant(0)\n"
                                    " d = f32[2,6] dynamic-slice(x, i, z), dynamic_slice_sizes={2,6}\n"
                                    " ROOT n = f32[2,6] negate(d) }");
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        if (load.in_index) continue;
        REQUIRE(expr.index.size() == 2);
        std::size_t run_time = 0;
        for_each_dynamic(kernel.space, expr.index[0], [&](ExprId) { ++run_time; });
        CHECK(run_time == 1);
        CHECK(expr.index[1] == kernel.space.dimension(1));
    }
}

TEST_CASE("comparisons that the values of integers decide, and extrema, need no instruction") {
    const auto result = [](const std::string& lines) {
        const Kernel kernel =
            kernel_of("ENTRY e { x = u8[9] parameter(0)\n n = s32[9] convert(x)\n z = s32[] constant(0)\n"
                      " zz = s32[9] broadcast(z), dimensions={}\n" +
                      lines + " }");
        return kernel.exprs[kernel.outputs.at(0).expr];
    };
    // The index that JAX makes of n[i]: an index from the end would be one more.
    CHECK(result("c = s32[] constant(9)\n cc = s32[9] broadcast(c), dimensions={}\n"
                 " p = pred[9] compare(n, zz), direction=LT\n m = s32[9] add(n, cc)\n"
                 " ROOT r = s32[9] select(p, m, n)")
              .opcode == Opcode::Convert);
    CHECK(result("ROOT r = pred[9] compare(n, zz), direction=GE").kind == ExprKind::Constant);
    CHECK(result("ROOT r = pred[9] compare(n, zz), direction=GT").opcode == Opcode::Compare);
    CHECK(result("ROOT r = s32[9] maximum(n, zz)").opcode == Opcode::Convert);
    CHECK(result("ROOT r = s32[9] minimum(n, zz)").kind == ExprKind::Constant);
    CHECK(result("c = s32[] constant(7)\n cc = s32[9] broadcast(c), dimensions={}\n q = s32[9] remainder(n, cc)\n"
                 " ROOT r = s32[9] minimum(q, cc)")
              .opcode == Opcode::Remainder);
}

TEST_CASE("a table of growing numbers that is an index is no array") {
    const auto gathered = [](const std::string& rows) {
        return kernel_of("ENTRY e { x = f32[5,7] parameter(0)\n n = s32[5,1] parameter(1)\n r = s32[5,1] constant(" +
                         rows +
                         ")\n i = s32[5,2] concatenate(r, n), dimensions={1}\n"
                         " ROOT g = f32[5] gather(x, i), offset_dims={}, collapsed_slice_dims={0,1},"
                         " start_index_map={0,1}, index_vector_dim=1, slice_sizes={1,1} }");
    };
    CHECK(gathered("{{0},{1},{2},{3},{4}}").arguments.size() == 3); // x, n and the result
    CHECK(gathered("{{4},{3},{2},{1},{0}}").arguments.size() == 3);
    CHECK(gathered("{{0},{1},{2},{4},{3}}").arguments.size() == 4);
    CHECK(gathered("{{0},{2},{4},{6},{8}}").arguments.size() == 4); // is clamped
}

TEST_CASE("at the only point at which a condition holds, or does not, an element is named by it") {
    const auto choice = [](const std::string& pieces) {
        const Kernel kernel = kernel_of("ENTRY e { x = f32[8] parameter(0)\n a = f32[1] slice(x), slice={[0:1]}\n"
                                        " b = f32[7] slice(x), slice={[1:8]}\n r = f32[7] reverse(b), dimensions={0}\n"
                                        " ROOT c = f32[8] concatenate(" +
                                        pieces + "), dimensions={0} }");
        const Expr& guard = kernel.exprs[kernel.outputs.at(0).expr];
        std::string text;
        for (const ExprId operand : guard.operands) text += subscripts_of(kernel, kernel.exprs[operand]) + "; ";
        return text;
    };
    CHECK_THAT(choice("a, r"), Catch::Matchers::Contains("0; ") && Catch::Matchers::Contains("-d0 + 8; "));
    CHECK_THAT(choice("r, a"), Catch::Matchers::Contains("0; ") && Catch::Matchers::Contains("-d0 + 7; "));
}
