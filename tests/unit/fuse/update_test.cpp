// Kernels that change arrays in place: scatter, select-and-scatter, sort.
#include "unit/fuse/fused.h"

#include "kernel/loads.h"
#include "tile/tile.h"

using namespace hlo2cpp;

namespace {

const std::string kUpdateAdd = "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n";

// x, rows of it to be changed, and changes.
Kernels scattered(const std::string& indices, const std::string& updates, const std::string& attributes) {
    return fused("HloModule m\n" + kUpdateAdd + "ENTRY e {\n x = f32[4,3] parameter(0)\n i = " + indices +
                 " parameter(1)\n u = " + updates +
                 " parameter(2)\n ROOT s = f32[4,3] scatter(x, i, u), to_apply=add, " + attributes + " }\n");
}

const std::string kRows =
    "update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1";

Kernels sorted(const std::string& shape, int dimension) {
    return fused(
        "HloModule m\nbefore { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = pred[] compare(a, b), "
        "direction=LT }\n"
        "ENTRY e {\n x = f32[" +
        shape + "] parameter(0)\n ROOT s = f32[" + shape + "] sort(x), dimensions={" + std::to_string(dimension) +
        "}, to_apply=before }\n");
}

} // namespace

TEST_CASE("a scatter runs over the updates in order and loads the element that it changes") {
    const Kernels kernels = scattered("s32[5]", "f32[5,3]", kRows);
    REQUIRE(kernels.kernels.size() == 1);
    const Kernel& kernel = kernels.kernels[0];
    CHECK(kernel.dims == std::vector<std::int64_t>{5, 3});
    CHECK(kernel.in_order);
    REQUIRE(kernel.outputs.size() == 1);
    const Call& call = *calls_of(kernels)[0];
    const std::vector<ValueId>& parameters = kernels.entries[0].parameters;
    CHECK(call[kernel.outputs[0].updates] == parameters[0]);
    std::vector<ValueId> loaded = loaded_values(kernel, call); // without its own output
    std::ranges::sort(loaded);
    CHECK(loaded == std::vector<ValueId>{parameters[1], parameters[2]});
    bool loads_itself = false;
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        const Output& output = kernel.outputs[0];
        loads_itself = loads_itself || (expr.argument == output.argument && expr.index == output.index);
    }
    CHECK(loads_itself);
}

TEST_CASE("a window that lies outside is told by the conditions, on either side") {
    const Kernel kernel = scattered("s32[5]", "f32[5,3]", kRows).kernels[0];
    REQUIRE(kernel.conditions.size() == 1);
    const Condition& condition = kernel.conditions[0];
    for (const std::int64_t row : {-1000, -1, 0, 3, 4, 1000}) {
        const std::int64_t start = value_at(kernel.space, condition.index, {0, 0}, [&](ExprId) { return row; });
        CHECK((start >= condition.low && start < condition.high) == (row >= 0 && row < 4));
    }
}

TEST_CASE("index vectors come before the elements of their windows, whatever the order in the updates") {
    const Kernel kernel = scattered("s32[5]", "f32[3,5]",
                                    "update_window_dims={0}, inserted_window_dims={0}, "
                                    "scatter_dims_to_operand_dims={0}, index_vector_dim=1")
                              .kernels[0];
    CHECK(kernel.dims == std::vector<std::int64_t>{5, 3});
}

TEST_CASE("one window writes each element once: its points have no order") {
    CHECK_FALSE(scattered("s32[1]", "f32[3]",
                          "update_window_dims={0}, inserted_window_dims={0}, "
                          "scatter_dims_to_operand_dims={0}, index_vector_dim=0")
                    .kernels[0]
                    .in_order);
}

TEST_CASE("what an operand loads is not written over where points have an order") {
    Kernel kernel = scattered("s32[5]", "f32[5,3]", kRows).kernels[0];
    const ArgumentId other(100);
    kernel.outputs[0].expr =
        kernel.exprs.add({.kind = ExprKind::Load, .argument = other, .index = kernel.outputs[0].index});
    kernel.outputs[0].updates = other;
    CHECK_FALSE(runs_in_place(kernel, used_loads(kernel), other, 0));
    kernel.in_order = false;
    CHECK(runs_in_place(kernel, used_loads(kernel), other, 0));
}

TEST_CASE("a select-and-scatter fills its result, then adds at what the window selects") {
    const Kernels kernels = fused(
        "HloModule m\n" + kUpdateAdd +
        "ge { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = pred[] compare(a, b), direction=GE }\n"
        "ENTRY e {\n x = f32[4,6] parameter(0)\n y = f32[2,3] parameter(1)\n z = f32[] constant(0)\n"
        " ROOT s = f32[4,6] select-and-scatter(x, y, z), window={size=2x2 stride=2x2}, select=ge, scatter=add }\n");
    REQUIRE(kernels.kernels.size() == 2);
    const Kernel& kernel = kernels.kernels[1];
    const std::vector<const Call*> calls = calls_of(kernels);
    CHECK((*calls[1])[kernel.outputs[0].updates] == (*calls[0])[kernels.kernels[0].outputs[0].argument]);
    REQUIRE(kernel.reduction);
    CHECK(kernel.reduction->dims == std::vector<std::int64_t>{2, 2});
    CHECK(kernel.conditions.size() == 1); // that something was selected
}

TEST_CASE("a kernel that sorts has a point for each line, and scratch for half of a long one") {
    for (const std::int64_t size : {1, 2, 16, 17, 31, 32, 33, 100, 1000, 1024, 1025}) {
        const Kernels kernels = sorted("2," + std::to_string(size) + ",3", 1);
        const Kernel& kernel = kernels.kernels[0];
        REQUIRE(kernel.sort);
        CHECK(kernel.sort->size == size);
        CHECK(kernel.sort->stride == 3);
        const LoopNest nest = tile(kernels, *find_target("generic")).nests[0];
        INFO(size);
        if (size < 2) {
            CHECK(nest.is_empty());
            continue;
        }
        CHECK(kernel.dims == std::vector<std::int64_t>{2, 3});
        REQUIRE(nest.sort);
        const std::int64_t run = nest.sort->run;
        CHECK(run <= 16);
        std::int64_t left = 0; // the widest run that has a neighbour
        for (std::int64_t width = run; width < size; width *= 2) left = width;
        CHECK(nest.scratch_bytes == 4 * left);
        CHECK(16 * left <= 9 * (size + 16)); // runs of one length, as many as a power of 2, of at least 9 elements
    }
}
