// What the validator finds where rows are copied in front of the columns of a tile.
#include "tile/row_copy_verify.h"

#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// A convolution with padding, of four features into sixteen.
Kernels convolution() {
    std::string tap, weights;
    for (int i = 0; i < 16; ++i) tap += (i == 0 ? "" : ",") + std::to_string(i - 8);
    for (int i = 0; i < 4; ++i) weights += (i == 0 ? "{" : ",{") + tap + "}";
    weights = "{{" + weights + "},{" + weights + "},{" + weights + "}}";
    return addressed(
        "HloModule m\nENTRY e {\n x = s8[1,6,4] parameter(0)\n w = s8[3,4,16] constant(" + weights +
        ")\n ROOT r = s32[1,6,16] convolution(x, w), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f\n}\n");
}

// Removes all statements of the kind.
template <typename Node>
void remove(nest::Statements& statements) {
    std::erase_if(statements, [](const nest::Statement& one) { return std::holds_alternative<Node>(one.node); });
    for (nest::Statement& statement : statements)
        std::visit(
            [](auto& node) {
                if constexpr (requires { node.body; }) remove<Node>(node.body);
            },
            statement.node);
}

} // namespace

TEST_CASE("rows that are copied wrongly are found", "[validator]") {
    const Kernels kernels = convolution();
    const Target target = *find_target("cortex-m7");
    const LoopNest right = nests_of(kernels, tilings(kernels, target), target).nests.back();
    const Kernel& kernel = kernels[right.kernel];
    REQUIRE(right.row_copy.has_value());
    const auto fault = [&](auto&& damage) {
        LoopNest nest = right;
        damage(nest);
        return wrong_row_copy(kernel, nest).value_or("nothing");
    };
    CHECK(fault([](LoopNest&) {}) == "nothing");
    CHECK(fault([](LoopNest& nest) { nest.row_copy.reset(); }) == "nothing");
    CHECK_THAT(fault([](LoopNest& nest) { nest.row_copy->load = nest.packings[0].load; }),
               Contains("a line that is none"));
    CHECK_THAT(fault([](LoopNest& nest) { nest.row_copy->type = ElementType::U8; }), Contains("hold their numbers"));
    CHECK_THAT(fault([](LoopNest& nest) { ++nest.row_copy->depth; }), Contains("another depth"));
    CHECK_THAT(fault([](LoopNest& nest) { std::swap(nest.row_copy->outer_dims, nest.row_copy->line_dims); }),
               Contains("do not number the steps"));
    CHECK_THAT(fault([](LoopNest& nest) {
                   RowCopy& copy = *nest.row_copy;
                   copy.line_dims.insert(copy.line_dims.begin(), copy.outer_dims.back());
                   copy.outer_dims.pop_back();
               }),
               Contains("a line that is none"));
    CHECK_THAT(fault([](LoopNest& nest) { ++nest.row_copy->width; }), Contains("cut pairs in two"));
    CHECK_THAT(fault([](LoopNest& nest) {
                   ++nest.row_copy->word;
                   nest.row_copy->together = nest.row_copy->stored_depth();
               }),
               Contains("no fours"));
    CHECK_THAT(fault([](LoopNest& nest) { nest.row_copy->crossed = false; }),
               Contains("another order than the columns"));
    CHECK_THAT(fault([](LoopNest& nest) { nest.scratch_bytes -= 8; }), Contains("do not fit in the scratch"));
    CHECK_THAT(fault([](LoopNest& nest) { nest.scratch_type = ElementType::S32; }), Contains("share their scratch"));
    CHECK_THAT(fault([](LoopNest& nest) { nest.row_copy->width -= 2; }), Contains("more than fit side by side"));
    CHECK_THAT(fault([](LoopNest& nest) { remove<nest::CopyRows>(nest.bodies[0].statements); }),
               Contains("where they are not copied"));
}
