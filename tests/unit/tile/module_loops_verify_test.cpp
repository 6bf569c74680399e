// The validator of loops in vectors: each kind of damage is found and named.
#include "tile/module_loops_verify.h"

#include <functional>

#include "unit/tile/module_loops.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// The fault in a loop in vectors that is damaged.
std::string fault_in(const std::string& text, const std::function<void(ModuleLoop&)>& damage,
                     const std::function<void(While&)>& loop_damage = {}) {
    const Kernels kernels = addressed(text);
    const LoopNests nests = checked_nests(kernels, "x86-64-v3");
    While loop = only_while(kernels);
    REQUIRE(nests.loop(loop.body) != nullptr);
    ModuleLoop made = *nests.loop(loop.body);
    damage(made);
    if (loop_damage) loop_damage(loop);
    return wrong_module_loop(kernels, loop, made).value_or("nothing");
}

const auto kNoDamage = [](ModuleLoop&) {};

} // namespace

TEST_CASE("vectors of a loop that are right are so for the validator", "[validator]") {
    CHECK(fault_in(loop_of(product_from("i")), kNoDamage) == "nothing");
    CHECK(fault_in(loop_of(product_from("far")), kNoDamage) == "nothing");
}

TEST_CASE("more lanes than the distance of two rounds that meet are found", "[validator]") {
    const auto sixteen = [](ModuleLoop& made) {
        made.lanes = 16;
        for (RoundsCall& call : made.calls) call.kernel.dims = {16};
    };
    CHECK(fault_in(loop_of(product_from("i")), sixteen) == "nothing");
    CHECK_THAT(fault_in(loop_of(product_from("far")), sixteen), Contains("another one of its vector writes"));
}

TEST_CASE("calls that fit no loop in vectors are found", "[validator]") {
    const std::string text = loop_of(product_from("i"));
    CHECK_THAT(fault_in(text, [](ModuleLoop& made) { made.lanes = 0; }), Contains("it has no lanes"));
    CHECK_THAT(fault_in(text, [](ModuleLoop& made) { made.lanes = 1; }), Contains("calls for no lanes"));
    CHECK_THAT(fault_in(text, [](ModuleLoop& made) { made.lanes = 4; }), Contains("other rounds than lanes"));
    CHECK_THAT(fault_in(text, [](ModuleLoop& made) { made.calls.clear(); }), Contains("is one number"));
    CHECK_THAT(fault_in(text, [](ModuleLoop& made) { made.calls.push_back(made.calls[0]); }),
               Contains("that its body has not"));
    CHECK_THAT(fault_in(text, [](ModuleLoop& made) { made.calls[0].kernel.arguments.pop_back(); }),
               Contains("arguments of another kernel"));
    CHECK_THAT(fault_in(text, kNoDamage, [](While& loop) { loop.step = 2; }), Contains("no neighbouring rounds"));
}

TEST_CASE("a loop in vectors whose rounds need the one before is found", "[validator]") {
    CHECK_THAT(fault_in(loop_of(product_from("i")), kNoDamage,
                        [](While& loop) {
                            for (While::Carried& carried : loop.carried) carried.next = carried.initial;
                        }),
               Contains("of the round before it"));
}

TEST_CASE("nests name the loop of a fault, and a loop that the module has not", "[validator]") {
    const Kernels kernels = addressed(loop_of(product_from("i")));
    LoopNests nests = checked_nests(kernels, "x86-64-v3");
    nests.loops.begin()->second.calls[0].nest.bodies.clear();
    CHECK_THROWS_WITH(verify_nests(kernels, nests), Contains("the loop over region") && Contains("it has no body"));
    LoopNests other = checked_nests(kernels, "cortex-m7");
    other.loops[kernels.entries[0].region] = {};
    CHECK_THROWS_WITH(verify_nests(kernels, other), Contains("a loop is none of the module"));
}
