// What the validator finds where rows of bytes are raised, and their sums not lowered by as much.
#include "tile/nests_verify.h"

#include "nest/walk.h"
#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// A convolution with padding, of four features into sixteen.
Kernels padded_convolution() {
    std::string tap, weights;
    for (int i = 0; i < 16; ++i) tap += (i == 0 ? "" : ",") + std::to_string(i - 8);
    for (int i = 0; i < 4; ++i) weights += (i == 0 ? "{" : ",{") + tap + "}";
    weights = "{{" + weights + "},{" + weights + "},{" + weights + "}}";
    return addressed(
        "HloModule m\nENTRY e {\n x = s8[1,12,4] parameter(0)\n w = s8[3,4,16] constant(" + weights +
        ")\n ROOT r = s32[1,12,16] convolution(x, w), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f\n}\n");
}

// Removes the statements for which this holds.
template <typename Holds>
void remove_where(nest::Statements& statements, const Holds& holds) {
    std::erase_if(statements, holds);
    for (nest::Statement& statement : statements)
        std::visit(
            [&](auto& node) {
                if constexpr (requires { node.body; }) remove_where(node.body, holds);
            },
            statement.node);
}

// The raises of several rows are those of rows along another dimension.
void turn_raises(nest::Statements& statements, std::int64_t dim) {
    for (nest::Statement& statement : statements) {
        if (auto* const raise = std::get_if<nest::Raise>(&statement.node); raise != nullptr && raise->rows > 1)
            raise->row_dim = dim;
        std::visit(
            [&](auto& node) {
                if constexpr (requires { node.body; }) turn_raises(node.body, dim);
            },
            statement.node);
    }
}

bool is_raise(const nest::Statement& statement, bool of_sum) {
    const auto* const raise = std::get_if<nest::Raise>(&statement.node);
    return raise != nullptr && raise->of_sum == of_sum;
}

} // namespace

TEST_CASE("sums of raised rows that are not lowered by as much are found", "[validator]") {
    const Kernels kernels = padded_convolution();
    const Target target = *find_target("x86-64-v4-vnni");
    const LoopNests right = nests_of(kernels, tilings(kernels, target), target);
    REQUIRE(nest::holds<nest::Raise>(right.nests[0].bodies[0].statements));
    const auto found = [&](auto&& holds) -> std::string {
        LoopNests nests = right;
        remove_where(nests.nests[0].bodies[0].statements, holds);
        try {
            verify_nests(kernels, nests);
        } catch (const InternalError& error) {
            return error.what();
        }
        return "nothing";
    };
    CHECK(found([](const nest::Statement&) { return false; }) == "nothing");
    CHECK_THAT(found([](const nest::Statement& one) { return is_raise(one, true); }), Contains("are not lowered"));
    CHECK_THAT(found([](const nest::Statement& one) { return is_raise(one, false); }), Contains("are not lowered"));
    CHECK_THAT(found([](const nest::Statement& one) {
                   const auto* const set = std::get_if<nest::Set>(&one.node);
                   return set != nullptr && std::holds_alternative<nest::Lowered>(set->value);
               }),
               Contains("are not lowered"));
}

TEST_CASE("raised rows that share what they have too much of different columns are found", "[validator]") {
    const Kernels kernels = padded_convolution();
    const Target target = *find_target("x86-64-v4-vnni");
    LoopNests nests = nests_of(kernels, tilings(kernels, target), target);
    nest::Body& body = nests.nests[0].bodies[0];
    turn_raises(body.statements, body.lane_dim);
    CHECK_THROWS_WITH(verify_nests(kernels, nests), Contains("have different columns"));
}
