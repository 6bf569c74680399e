// What -fstack-usage says, and the deepest chain of calls.
#include <catch2/catch.hpp>

#include "measure/stack_usage.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

constexpr const char* kGcc = "n.cpp:81:13:void n_detail::{anonymous}::step_1(const float*, float*)\t8\tstatic\n"
                             "n.cpp:90:13:void n_detail::{anonymous}::step_2.constprop(int)\t24\tdynamic,bounded\n"
                             "n.cpp:99:9:n_detail::{anonymous}::sort_3(float*)::<lambda(float, float)>\t0\tstatic\n"
                             "n.cpp:335:5:int n_run(const float*, float*)\t16\tstatic\n";

std::vector<ObjectFunction> functions(const std::vector<std::string>& symbols) {
    std::vector<ObjectFunction> result;
    for (const std::string& symbol : symbols) result.push_back({{symbol}, {}});
    return result;
}

const std::vector<std::string> kSymbols = {"_ZN8n_detail12_GLOBAL__N_16step_1EPKfPf",
                                           "_ZN8n_detail12_GLOBAL__N_16step_2Ei.constprop.0",
                                           "_ZZN8n_detail12_GLOBAL__N_16sort_3EPfENKUlffE_clEff", "n_run"};

TEST_CASE("frames as GCC writes them") {
    const std::vector<StackFrame> frames = read_stack_usage(kGcc);
    REQUIRE(frames.size() == 4);
    CHECK(frames[0].function == "step_1");
    CHECK(frames[1].function == "step_2");
    CHECK(frames[2].function == "sort_3");
    CHECK(frames[3].function == "n_run");
    CHECK(frames[1].bounded);
    std::vector<ObjectFunction> object = functions(kSymbols);
    CHECK(frame_bytes(frames, object) == std::vector<std::int64_t>{8, 24, 0, 16});
    std::swap(object[0].symbols[0], object[0].symbols.emplace_back("_ZN8n_detail12_GLOBAL__N_16step_4EPKfPf"));
    CHECK(frame_bytes(frames, object) == std::vector<std::int64_t>{8, 24, 0, 16}); // one function for two
}

TEST_CASE("frames as Clang writes them") {
    const std::vector<StackFrame> frames =
        read_stack_usage("n.cpp:335:n_run\t40\tstatic\n"
                         "a:b/n.cpp:_ZN8n_detail12_GLOBAL__N_15sort1EPf\t32\tstatic\n");
    REQUIRE(frames.size() == 2);
    CHECK(frames[0].function == "n_run");
    CHECK(frames[0].bytes == 40);
    CHECK(frames[1].function == "_ZN8n_detail12_GLOBAL__N_15sort1EPf");
}

TEST_CASE("frames that are not those of the object file, or have no bound") {
    const std::vector<StackFrame> frames = read_stack_usage(kGcc);
    CHECK_THROWS_WITH(frame_bytes(frames, functions({"n_run"})), Contains("has 1 functions") && Contains("lists 4"));
    std::vector<std::string> swapped = kSymbols;
    std::swap(swapped[0], swapped[3]);
    CHECK_THROWS_WITH(frame_bytes(frames, functions(swapped)), Contains("n_run where -fstack-usage lists step_1"));
    CHECK_THROWS_WITH(frame_bytes(read_stack_usage("n.cpp:1:1:int n_run(int)\t16\tdynamic\n"), functions({"n_run"})),
                      Contains("no known size"));
    CHECK_THROWS_AS(read_stack_usage("n.cpp:1:1:int n_run(int)\tmuch\tstatic\n"), InputError);
    CHECK_THROWS_AS(read_stack_usage("something else\n"), InputError);
}

// run (16) calls a (40) and b (24); b calls c (32); run jumps to d (50) when its own frame is gone.
TEST_CASE("the deepest chain of calls") {
    std::vector<ObjectFunction> all = functions({"a", "b", "c", "d", "run"});
    all[1].calls = {{2, "", false}, {{}, "memcpy", false}};
    all[4].calls = {{0, "", false}, {1, "", false}, {3, "", true}};
    const DeepestChain chain = deepest_chain({40, 24, 32, 50, 16}, all, {4});
    CHECK(chain.bytes == 16 + 24 + 32);
    CHECK(chain.functions == std::vector<std::size_t>{4, 1, 2});
    const DeepestChain jump = deepest_chain({40, 24, 32, 90, 16}, all, {4});
    CHECK(deepest_chain({40, 24, 32, 90, 16}, all, {0, 1}).bytes == 24 + 32); // d is not called
    CHECK(deepest_chain({40, 24, 32, 90, 16}, all, {}).bytes == 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(i);
        const std::vector<std::int64_t> frames = {40, 24, 32, 90, 16};
        CHECK(stack_bytes(frames, all)[i] == deepest_chain(frames, all, {i}).bytes);
    }
    CHECK(jump.bytes == 90);
    CHECK(jump.functions == std::vector<std::size_t>{4, 3});
    all[2].calls = {{4, "", false}};
    CHECK_THROWS_WITH(deepest_chain({40, 24, 32, 50, 16}, all, {4}), Contains("calls itself"));
}

} // namespace
} // namespace hlo2cpp
