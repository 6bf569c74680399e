// Arrays and arenas beyond what the target addresses are refused, all at once.
#include "tile/address_range.h"

#include <catch2/catch.hpp>

#include "buffers/arena_limit.h"

using namespace hlo2cpp;

namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;

std::size_t errors(const std::vector<std::vector<std::int64_t>>& arrays, const char* target,
                   ElementType type = ElementType::F32) {
    Kernels kernels;
    for (const std::vector<std::int64_t>& dims : arrays)
        kernels.values.push_back({.type = type, .dims = dims, .name = "v"});
    Diagnostics diagnostics;
    check_address_range(kernels, *find_target(target), diagnostics);
    return diagnostics.errors().size();
}

} // namespace

TEST_CASE("an array below 2^31 bytes fits a 32-bit target, one of 2^31 does not") {
    CHECK(errors({{2 * kGiB - 1}}, "generic", ElementType::S8) == 0);
    CHECK(errors({{2 * kGiB}}, "generic", ElementType::S8) == 1);
    CHECK(errors({{kGiB / 2 - 1}}, "cortex-m7") == 0);
    CHECK(errors({{kGiB / 2}}, "cortex-m7") == 1);
    CHECK(errors({{1024, 1024, 512}}, "cortex-m4") == 1);
}

TEST_CASE("a 64-bit target takes arrays up to 2^40 bytes") {
    CHECK(errors({{2 * kGiB}}, "x86-64-v3") == 0);
    CHECK(errors({{1024 * kGiB}}, "x86-64-v3", ElementType::S8) == 0);
    CHECK(errors({{1024 * kGiB + 1}}, "x86-64-v3", ElementType::S8) == 1);
}

TEST_CASE("sizes whose product overflows are too large, those with a zero are not") {
    constexpr std::int64_t huge = std::int64_t{1} << 40;
    CHECK(errors({{huge, huge, huge}}, "x86-64-v4") == 1);
    CHECK(errors({{huge, 0, huge}}, "generic") == 0);
    CHECK(errors({{0}, {}}, "generic") == 0);
}

TEST_CASE("every array that is too large is named with its shape") {
    Kernels kernels;
    kernels.values = {{.dims = {kGiB}, .name = "first", .place = {.line = 3, .column = 5}},
                      {.dims = {4}, .name = "small"},
                      {.dims = {2, kGiB}, .name = "second\n"}};
    Diagnostics diagnostics;
    check_address_range(kernels, *find_target("generic"), diagnostics);
    REQUIRE(diagnostics.errors().size() == 2);
    CHECK(diagnostics.errors()[0].message.find("f32[1073741824] of first") != std::string::npos);
    CHECK(diagnostics.errors()[0].place.line == 3);
    CHECK(diagnostics.errors()[1].message.find("f32[2,1073741824]") != std::string::npos);
    CHECK(diagnostics.errors()[1].message.find('\n') == std::string::npos); // names are data
}

TEST_CASE("an arena is held to the same limit") {
    for (const auto& [bytes, target, expected] :
         std::vector<std::tuple<std::int64_t, const char*, std::size_t>>{{2 * kGiB - 1, "generic", 0},
                                                                         {2 * kGiB, "generic", 1},
                                                                         {2 * kGiB, "cortex-a", 0},
                                                                         {1024 * kGiB + 1, "cortex-a", 1}}) {
        BufferPlan plan;
        plan.regions[0].arena_bytes = bytes;
        Diagnostics diagnostics;
        check_arena_limit(plan, *find_target(target), diagnostics);
        CHECK(diagnostics.errors().size() == expected);
    }
}
