// Cases of several devices against the oracle: in the evaluator, and as generated code over threads.
#include <catch2/catch.hpp>

#include <thread>

#include "case_code.h"
#include "collectives_threads.h"
#include "driver/run_devices.h"
#include "entry_call.h"

namespace hlo2cpp::testing {
namespace {

using Results = std::vector<std::vector<Literal>>; // [device][result]

Results evaluated(const Module& module, const std::vector<Fixture>& fixtures) {
    std::vector<Arguments> arguments;
    for (const Fixture& fixture : fixtures) arguments.push_back({.leaves = fixture.arguments});
    Results results;
    for (const GeneratedRun& run : evaluate_devices(module, arguments, "")) results.push_back(run.results);
    return results;
}

// A thread a device. The same calls twice, for nothing may be left over from one.
Results run_on_threads(const CaseCode& code, const Module& module, const std::vector<Fixture>& fixtures) {
    std::vector<std::byte> memory(hlo2cpp_threads_bytes(code.devices));
    hlo2cpp_threads* tables = hlo2cpp_threads_open(code.devices, memory.data(), memory.size());
    REQUIRE(tables != nullptr);
    std::vector<EntryCall> calls;
    std::vector<Buffer> arenas;
    for (const Fixture& fixture : fixtures) {
        calls.emplace_back(module, fixture, code.aliased);
        arenas.emplace_back(static_cast<std::int64_t>(code.arena_bytes));
    }
    std::vector<int> statuses(fixtures.size());
    const auto run_device = [&](std::size_t d) {
        const auto device = static_cast<std::int32_t>(d);
        const hlo2cpp_collectives* table = hlo2cpp_threads_table(tables, device);
        for (int call = 0; call < 2 && statuses[d] == 0; ++call)
            statuses[d] = code.run_in(arenas[d].data(), device, table, calls[d].pointers());
        if (statuses[d] != 0) hlo2cpp_threads_fail(tables, device, statuses[d]);
    };
    std::vector<std::thread> threads;
    for (std::size_t d = 0; d < fixtures.size(); ++d) threads.emplace_back(run_device, d);
    for (std::thread& thread : threads) thread.join();
    CHECK(statuses == std::vector<int>(fixtures.size()));
    Results results;
    for (const EntryCall& call : calls) results.push_back(call.results());
    return results;
}

// Every result is right, and has the same bits on devices on which the oracle's has the same bits.
void check_results(const Results& results, const std::vector<Fixture>& fixtures) {
    REQUIRE(results.size() == fixtures.size());
    for (std::size_t d = 0; d < fixtures.size(); ++d) {
        REQUIRE(results[d].size() == fixtures[d].results.size());
        for (std::size_t i = 0; i < results[d].size(); ++i) {
            INFO("device " << d << ", result " << i);
            CHECK(difference(results[d][i], fixtures[d].results[i], fixtures[d]) == "");
            if (fixtures[d].results[i].bytes == fixtures[0].results[i].bytes)
                CHECK(results[d][i].bytes == results[0][i].bytes);
        }
    }
}

} // namespace

TEST_CASE("several devices agree with the oracle") {
    for (const CaseCode* code = case_codes; code->path != nullptr; ++code) {
        const std::vector<Fixture> fixtures = read_device_fixtures(code->path);
        INFO(fixtures.at(0).name);
        if (code->error != nullptr) {
            FAIL_CHECK(code->error);
            continue;
        }
        const Module module = fixture_module(fixtures[0]);
        REQUIRE(static_cast<std::size_t>(code->devices->devices) == fixtures.size());
        check_results(evaluated(module, fixtures), fixtures);
        check_results(run_on_threads(*code, module, fixtures), fixtures);
    }
}

} // namespace hlo2cpp::testing
