// The generated code of every fixture against what the oracle said.
#include <catch2/catch.hpp>

#include "entry_call.h"
#include "generated_code.h"

namespace hlo2cpp::testing {
namespace {

// Runs it through the entry with its own arena, or with one of ours.
void check_once(const GeneratedCode& code, const Fixture& fixture, const Module& module, bool own_arena) {
    REQUIRE(leaves(module.parameter_shapes).size() == fixture.arguments.size());
    REQUIRE(code.result_count == fixture.results.size());
    EntryCall call(module, fixture, code.aliased);
    Buffer arena(static_cast<std::int64_t>(code.arena_bytes));
    REQUIRE((own_arena ? code.run(call.pointers()) : code.run_in(arena.data(), call.pointers())) == 0);
    const std::vector<Literal> results = call.results();
    REQUIRE(results.size() == fixture.results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        INFO("result " << i);
        CHECK(difference(results[i], fixture.results[i], fixture) == "");
    }
}

} // namespace

TEST_CASE("generated code agrees with the oracle") {
    for (std::size_t batch = 0; batch < generated_batch_count; ++batch)
        for (const GeneratedCode* code = generated_batches[batch]; code->fixture != nullptr; ++code) {
            const Fixture fixture = read_fixture(code->fixture);
            INFO(fixture.name);
            if (code->error != nullptr) {
                FAIL_CHECK(code->error);
                continue;
            }
            const Module module = fixture_module(fixture);
            check_once(*code, fixture, module, true);
            check_once(*code, fixture, module, true); // nothing may be left over from a call
            check_once(*code, fixture, module, false);
            if (code->arena_bytes > 0) {
                std::vector<void*> pointers(fixture.arguments.size() + fixture.results.size() + 1);
                CHECK(code->run_in(nullptr, pointers.data()) != 0); // refused before anything is touched
            }
        }
}

} // namespace hlo2cpp::testing
