// Lines of memory that the first cache does not hold until they are read again.
#include "tile/first_cache.h"

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

// Lines that a round of 128 misses, of a loop over f32 so many elements apart: `places` beside each other, each a
// vector of so many lanes.
MissedLines missed(std::int64_t stride, const std::vector<std::int64_t>& places, std::int64_t lanes = 1,
                   std::int64_t points = 2) {
    constexpr std::int64_t kRounds = 128;
    Kernel kernel;
    kernel.dims = {points}; // which take the same elements
    kernel.space.add_dimension(points);
    kernel.reduction.emplace().dims = {kRounds};
    const ExprId load = kernel.exprs.add({.kind = ExprKind::Load, .type = ElementType::F32});
    nest::Rounds rounds;
    const nest::CounterId loop = rounds.over(kRounds).products[0].counter;
    StraightCode code(rounds, loop);
    code.add_term(nest::RegistersId(0), {}, {nest::Position(loop)});
    for (const std::int64_t place : places) code.add_load(load, nest::Position(loop, stride) + place, 1, lanes);
    return missed_lines(kernel, code, kRounds);
}

} // namespace

TEST_CASE("a column of rows of 4 kB falls into one set of the cache, which loses its lines") {
    CHECK(missed(1024, {0, 1, 2, 3}).lost == 1);
    CHECK(missed(1024, {0, 1, 2, 16}).lost == 2);
    CHECK(missed(1040, {0, 1, 2, 3}).lost == 0); // each row in another set
    CHECK(missed(1, {0, 1, 2, 3}).lost == 0);
}

TEST_CASE("the cache holds eight rows that lie a power of two apart, and no fourteen") {
    std::vector<std::int64_t> rows;
    for (std::int64_t r = 0; r < 14; ++r) rows.push_back(r * 4096);
    CHECK(missed(1, {rows.begin(), rows.begin() + 8}).lost == 0);
    CHECK(missed(1, rows).lost == 14);
}

TEST_CASE("vectors of more than the cache holds are streamed, a line for each 64 bytes") {
    CHECK(missed(16, {0, 8}, 8).streamed == 0);                                 // 8 kB
    CHECK(missed(80, {0, 8, 16, 24, 32, 40, 48, 56, 64, 72}, 8).streamed == 5); // 40 kB
    CHECK(missed(1024, {0, 8}, 8).streamed == 1);
    CHECK(missed(80, {0, 8, 16, 24, 32, 40, 48, 56, 64, 72}, 8).lost == 0);
    CHECK(missed(80, {0, 8, 16, 24, 32, 40, 48, 56, 64, 72}, 8, 1).streamed == 0); // and none is read again
}
