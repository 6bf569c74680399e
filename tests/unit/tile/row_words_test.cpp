// Words of rows that a register holds for several products, and what the validator finds where they are others.
#include "nest/walk.h"
#include "tile/nests_verify.h"
#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

Kernels product(int rows) {
    std::string row, weights;
    for (int i = 0; i < 16; ++i) row += (i == 0 ? "" : ",") + std::to_string(i - 8);
    for (int i = 0; i < 36; ++i) weights += (i == 0 ? "{" : ",{") + row + "}";
    const std::string n = std::to_string(rows);
    return addressed("HloModule m\nENTRY e {\n x = s8[" + n + ",36] parameter(0)\n w = s8[36,16] constant({" + weights +
                     "})\n ROOT r = s32[" + n +
                     ",16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
}

// Calls visit(node) for each statement of the kind, which it may change.
template <typename Node, typename Visit>
void change_each(nest::Statements& statements, const Visit& visit) {
    for (nest::Statement& statement : statements)
        std::visit(
            [&](auto& node) {
                if constexpr (std::is_same_v<std::decay_t<decltype(node)>, Node>) visit(node);
                if constexpr (requires { node.body; }) change_each<Node>(node.body, visit);
            },
            statement.node);
}

template <typename Visit>
void change_words(LoopNests& nests, const Visit& visit) {
    change_each<nest::Combine>(nests.nests[0].bodies[0].statements, [&](nest::Combine& combine) {
        if (combine.row) visit(combine);
    });
}

std::int64_t held_words(const LoopNests& nests) {
    std::int64_t count = 0;
    for (const nest::Body& body : nests.nests[0].bodies)
        nest::for_each<nest::Combine>(body.statements,
                                      [&](const nest::Combine& combine) { count += combine.row ? 1 : 0; });
    return count;
}

} // namespace

TEST_CASE("several rows hold as many words as dot products take from a vector, and one row none") {
    CHECK(held_words(nests_for(product(5), "cortex-a76")) > 0);
    CHECK(held_words(nests_for(product(1), "cortex-a76")) == 0);
    CHECK(held_words(nests_for(product(5), "cortex-a")) == 0);
}

TEST_CASE("words that are not those of the row at the point are found", "[validator]") {
    const Kernels kernels = product(5);
    const auto fault = [&](auto&& damage) -> std::string {
        LoopNests nests = nests_for(kernels, "cortex-a76");
        damage(nests);
        try {
            verify_nests(kernels, nests);
        } catch (const InternalError& error) {
            return error.what();
        }
        return "nothing";
    };
    CHECK(fault([](LoopNests&) {}) == "nothing");
    CHECK_THAT(fault([](LoopNests& nests) {
                   change_words(nests, [](nest::Combine& combine) { combine.row->number.constant += 1; });
               }),
               Contains("does not have the words of its row"));
    CHECK_THAT(fault([](LoopNests& nests) {
                   change_words(nests, [](nest::Combine& combine) { combine.row->words.at[0].constant += 1; });
               }),
               Contains("does not have the words of its row"));
    CHECK_THAT(fault([](LoopNests& nests) {
                   change_each<nest::Set>(nests.nests[0].bodies[0].statements, [&](nest::Set& set) {
                       auto* const steps = std::get_if<nest::Steps>(&set.value);
                       if (steps != nullptr) steps->load = nests.nests[0].packings[0].load;
                   });
               }),
               Contains("does not have the words of its row"));
}
