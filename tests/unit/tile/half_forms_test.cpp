// f16 as they lie: products that two vectors of sums take, arithmetic in lanes, and what the validator finds.
#include "nest/walk.h"
#include "tile/nests_verify.h"
#include "tile/tilings.h"
#include "unit/fuse/fused.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

Kernels half_product(const std::string& type, int columns, int steps = 40) {
    const std::string n = std::to_string(columns), k = std::to_string(steps);
    return addressed("HloModule m\nENTRY e {\n x = " + type + "[10," + k + "] parameter(0)\n w = " + type + "[" + k +
                     "," + n + "] parameter(1)\n ROOT r = " + type + "[10," + n +
                     "] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
}

Kernels half_chain(const std::string& type, const std::string& op) {
    return addressed("HloModule m\nENTRY e {\n x = " + type + "[77] parameter(0)\n y = " + type +
                     "[77] parameter(1)\n p = " + type + "[77] multiply(x, y)\n q = " + type + "[77] " + op +
                     "(p)\n ROOT r = " + type + "[77] maximum(q, y)\n}\n");
}

template <typename Visit>
void for_each_product(nest::Statements& statements, const Visit& visit) {
    for (nest::Statement& statement : statements)
        std::visit(
            [&](auto& node) {
                if constexpr (std::is_same_v<std::decay_t<decltype(node)>, nest::MultiplyLane>) visit(node);
                if constexpr (requires { node.body; }) for_each_product(node.body, visit);
            },
            statement.node);
}

int products_of_halves(LoopNests nests) {
    int count = 0;
    for (nest::Body& body : nests.nests[0].bodies)
        for_each_product(body.statements, [&](nest::MultiplyLane& product) { count += product.halves ? 1 : 0; });
    return count;
}

std::int64_t lanes_of_halves(const LoopNests& nests) {
    std::int64_t lanes = 0;
    for (const nest::Body& body : nests.nests[0].bodies)
        if (body.type == ElementType::F16) lanes = std::max(lanes, body.lanes);
    return lanes;
}

template <typename Damage>
std::string fault_of(const Kernels& kernels, const char* target, const Damage& damage) {
    LoopNests nests = nests_for(kernels, target);
    damage(nests);
    try {
        verify_nests(kernels, nests);
    } catch (const InternalError& error) {
        return error.what();
    }
    return "nothing";
}

} // namespace

TEST_CASE("products of f16 are taken as they lie where the machine has them, and two vectors of sums") {
    CHECK(products_of_halves(nests_for(half_product("f16", 48), "cortex-a510")) > 0);
    CHECK(products_of_halves(nests_for(half_product("f16", 48), "cortex-a76")) == 0);
    CHECK(products_of_halves(nests_for(half_product("bf16", 48), "cortex-a510")) == 0);
    CHECK(products_of_halves(nests_for(half_product("f16", 4), "cortex-a510")) == 0);     // one vector
    CHECK(products_of_halves(nests_for(half_product("f16", 48, 7), "cortex-a510")) == 0); // too few steps
}

TEST_CASE("products of other halves than those of the term are found", "[validator]") {
    const Kernels kernels = half_product("f16", 48);
    const auto fault = [&](auto&& change) {
        return fault_of(kernels, "cortex-a510",
                        [&](LoopNests& nests) { for_each_product(nests.nests[0].bodies[0].statements, change); });
    };
    CHECK(fault([](nest::MultiplyLane&) {}) == "nothing");
    CHECK_THAT(fault([](nest::MultiplyLane& product) { product.number.constant += 2; }),
               Contains("does not have the factors of its term"));
    CHECK_THAT(fault([](nest::MultiplyLane& product) { product.lane.constant += 1; }),
               Contains("does not have the factors of its term"));
    CHECK(fault([](nest::MultiplyLane& product) { product.halves = false; }) != "nothing"); // half of the terms
}

TEST_CASE("f16 are computed in lanes as they lie where all ops have such a form") {
    CHECK(lanes_of_halves(nests_for(half_chain("f16", "negate"), "cortex-a76")) == 8);
    CHECK(lanes_of_halves(nests_for(half_chain("f16", "sqrt"), "cortex-a510")) == 8);
    CHECK(lanes_of_halves(nests_for(half_chain("f16", "exponential"), "cortex-a76")) == 0);
    CHECK(lanes_of_halves(nests_for(half_chain("f16", "negate"), "cortex-a")) == 0);
    CHECK(lanes_of_halves(nests_for(half_chain("bf16", "negate"), "cortex-a76")) == 0);
}

TEST_CASE("lanes of f16 whose ops have no such form are found", "[validator]") {
    const auto as_halves = [](LoopNests& nests) {
        for (nest::Body& body : nests.nests[0].bodies)
            if (body.lanes > 1) body.type = ElementType::F16;
    };
    CHECK(fault_of(half_chain("f16", "negate"), "cortex-a76", as_halves) == "nothing");
    CHECK_THAT(fault_of(half_chain("f16", "exponential"), "cortex-a76", as_halves), Contains("has no such form"));
    CHECK_THAT(fault_of(half_chain("f16", "negate"), "cortex-a", as_halves), Contains("has no such form"));
}
