// Comparisons in the total order of floats that are plain ones.
#include <algorithm>

#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// Each of nine numbers compared with each, all canonical with these for zeros and NaNs.
std::string canonical_comparison(const std::string& direction, const std::string& zero, const std::string& nan) {
    const auto canonical = [&](const std::string& x) {
        return "zero_" + x + " = pred[9,9] compare(" + x + ", zeros), direction=EQ  nan_" + x +
               " = pred[9,9] compare(" + x + ", " + x + "), direction=NE\n one_zero_" + x + " = f32[9,9] select(zero_" +
               x + ", zeros, " + x + ")  canonical_" + x + " = f32[9,9] select(nan_" + x + ", nans, one_zero_" + x +
               ")\n ";
    };
    return "HloModule m\nENTRY e {\n p = f32[9] parameter(0)  is_number = pred[9] compare(p, p), direction=EQ\n"
           " c = f32[9] constant({-inf, -1, -0, 0, 1, inf, nan, -nan, nan})  n = f32[9] select(is_number, c, p)\n"
           " a = f32[9,9] broadcast(n), dimensions={0}  b = f32[9,9] broadcast(n), dimensions={1}\n"
           " z = f32[] constant(" +
           zero + ")  zeros = f32[9,9] broadcast(z), dimensions={}\n m = f32[] constant(" + nan +
           ")  nans = f32[9,9] broadcast(m), dimensions={}\n " + canonical("a") + canonical("b") +
           "ROOT r = pred[9,9] compare(canonical_a, canonical_b), direction=" + direction + ", type=TOTALORDER\n}";
}

bool compares_in_total_order(const Module& module) {
    const std::vector<Instruction>& all = module[module.entry].instructions;
    return std::any_of(all.begin(), all.end(), [](const Instruction& i) { return i.attributes.total_order; });
}

} // namespace

TEST_CASE("floats with one zero and one NaN are compared as they are") {
    for (const char* const direction : {"LT", "LE", "GT", "GE", "EQ", "NE"}) {
        INFO(direction);
        CHECK_FALSE(compares_in_total_order(lowered(canonical_comparison(direction, "0", "nan"))));
    }
}

TEST_CASE("floats whose zero or NaN is negative keep their total order") {
    CHECK(compares_in_total_order(lowered(canonical_comparison("LT", "-0", "nan"))));
    CHECK(compares_in_total_order(lowered(canonical_comparison("LT", "0", "-nan"))));
}
