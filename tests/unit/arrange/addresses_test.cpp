// Addresses: the same elements at the same points in the same order, in flat arrays.
#include "arrange/addresses.h"

#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

// For all points in order: which element of which value each load and store means. Variables of loops are in their
// first round, numbers of the run time all `number`.
std::vector<std::pair<ValueId, std::int64_t>> trace(const Kernels& kernels, const Call& call, std::int64_t number) {
    const Kernel& kernel = kernels[call.kernel];
    const DynamicValues dynamic = [&](ExprId) { return number; };
    std::vector<std::pair<ValueId, std::int64_t>> events;
    const std::vector<UsedLoad> loads = used_loads(kernel);
    for_all_points(all_dims(kernel), [&](const Point& point) {
        const auto add = [&](ArgumentId argument, const Subscripts& index) {
            std::int64_t element = 0;
            for (std::size_t d = 0; d < index.size(); ++d)
                element = element * kernel[argument].dims[d] + value_at(kernel.space, index[d], point, dynamic);
            events.emplace_back(call[argument], element);
        };
        for (const UsedLoad& load : loads) add(kernel.exprs[load.expr].argument, kernel.exprs[load.expr].index);
        for (const Output& output : kernel.outputs) add(output.argument, output.index);
    });
    return events;
}

constexpr std::int64_t kMostPoints = 1 << 17;

} // namespace

TEST_CASE("an address is the row-major number of the element that the subscripts name, at each point") {
    int compared = 0;
    for (const std::string& text : all_modules()) {
        const Kernels before = fused(text), after = addressed(text);
        for (std::size_t r = 0; r < before.regions.size(); ++r) {
            const std::vector<const Call*> calls = calls_of(before, RegionId(r)), flat = calls_of(after, RegionId(r));
            REQUIRE(calls.size() == flat.size());
            for (std::size_t c = 0; c < calls.size(); ++c) {
                const Kernel &kernel = before[calls[c]->kernel], &now = after[flat[c]->kernel];
                if (kernel.reduction.has_value() != now.reduction.has_value()) continue; // one product is no sum
                std::int64_t points = 1;
                for (const std::int64_t size : all_dims(kernel)) points *= size;
                if (points > kMostPoints) continue;
                INFO(text.substr(0, 1000) << "\n" << print(before) << print(after));
                for (const std::int64_t number : {0, 2})
                    CHECK(trace(after, *flat[c], number) == trace(before, *calls[c], number));
                ++compared;
            }
        }
    }
    CHECK(compared > 100);
}

TEST_CASE("on flat arrays each index is one address below the number of elements") {
    for (const auto& [text, kernels] : all_fused())
        for (const Kernel& kernel : kernels.kernels) {
            for (const KernelArgument& argument : kernel.arguments)
                CHECK((argument.range || argument.dims == std::vector<std::int64_t>{argument.elements()}));
            for (const UsedLoad& load : used_loads(kernel)) CHECK(kernel.exprs[load.expr].index.size() == 1);
            for (const Output& output : kernel.outputs) CHECK(output.index.size() == 1);
        }
}

TEST_CASE("the line of a sort along an outer dimension has the stride of that dimension") {
    const Kernels kernels = addressed(
        "HloModule m\n"
        "less { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = pred[] compare(a, b), direction=LT }\n"
        "ENTRY e { x = f32[3,7,2] parameter(0)\n ROOT y = f32[3,7,2] sort(x), dimensions={1}, to_apply=less }");
    const Kernel& kernel = kernels.kernels.at(0);
    REQUIRE(kernel.sort);
    CHECK(kernel.sort->dimension == 0);
    CHECK(kernel.sort->stride == 2);
    CHECK(kernel.space.print(kernel.outputs[0].index) == "14*d0 + d1");
}

TEST_CASE("an element of an array of several dimensions has no address before") {
    const Kernels kernels = fused("HloModule m\nENTRY e { x = f32[4,6] parameter(0)\n ROOT n = f32[4,6] negate(x) }");
    const Subscripts& index = kernels.kernels.at(0).outputs[0].index;
    CHECK_THROWS_AS(index.address(), InternalError);
}
