// What is known of an exponential's argument.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

const char* const kRegions = R"(HloModule m
max { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] maximum(a, b) }
add { c = f32[] parameter(0) d = f32[] parameter(1) ROOT s = f32[] add(c, d) }
ENTRY e {
)";

// Whether the code of e^x, x made by these lines of f32[4,6] `x`, takes x for not positive.
bool is_taken_so(const std::string& lines) {
    const std::string source =
        testing::compiled(kRegions +
                              std::string(" p = f32[4,6] parameter(0)\n i = f32[] constant(-inf)\n "
                                          "z = f32[] constant(0)\n o = f32[] constant(1)\n ") +
                              lines + "\n ROOT r = f32[4,6] exponential(x)\n}",
                          "generic")
            .code.source;
    CHECK_THAT(source, Contains("exp_f32(") || Contains("exp_not_positive_f32("));
    return source.find("exp_not_positive_f32(") != std::string::npos;
}

} // namespace

TEST_CASE("what is not above the maximum of its line is not positive") {
    const std::string rows = "m = f32[4] reduce(p, i), dimensions={1}, to_apply=max\n ";
    CHECK(is_taken_so(rows + "b = f32[4,6] broadcast(m), dimensions={0}\n x = f32[4,6] subtract(p, b)"));
    CHECK(is_taken_so(rows + "k = f32[4,1] reshape(m)\n n = f32[4] reshape(k)\n "
                             "b = f32[4,6] broadcast(n), dimensions={0}\n x = f32[4,6] subtract(p, b)"));
    CHECK_FALSE(is_taken_so(rows + "b = f32[4,6] broadcast(m), dimensions={0}\n x = f32[4,6] subtract(b, p)"));
    CHECK_FALSE(is_taken_so(rows + "q = f32[4,6] parameter(1)\n b = f32[4,6] broadcast(m), dimensions={0}\n "
                                   "x = f32[4,6] subtract(q, b)"));
    CHECK_FALSE(is_taken_so("m = f32[4] reduce(p, z), dimensions={1}, to_apply=add\n "
                            "b = f32[4,6] broadcast(m), dimensions={0}\n x = f32[4,6] subtract(p, b)"));
}

TEST_CASE("the maxima of other lines say nothing") {
    const std::string square = "q = f32[6,6] parameter(1)\n m = f32[6] reduce(q, i), dimensions={1}, to_apply=max\n ";
    const auto taken = [&](const char* dimension) {
        const std::string source =
            testing::compiled(kRegions + std::string(" p = f32[] parameter(0)\n i = f32[] constant(-inf)\n ") + square +
                                  "b = f32[6,6] broadcast(m), dimensions={" + dimension +
                                  "}\n x = f32[6,6] subtract(q, b)\n ROOT r = f32[6,6] exponential(x)\n}",
                              "generic")
                .code.source;
        return source.find("exp_not_positive_f32(") != std::string::npos;
    };
    CHECK(taken("0"));
    CHECK_FALSE(taken("1"));
}

TEST_CASE("the opposite of what is not negative is not positive") {
    CHECK(is_taken_so("s = f32[4,6] multiply(p, p)\n x = f32[4,6] negate(s)"));
    CHECK(is_taken_so("s = f32[4,6] abs(p)\n x = f32[4,6] negate(s)"));
    CHECK(is_taken_so("b = f32[4,6] broadcast(z), dimensions={}\n x = f32[4,6] minimum(p, b)"));
    CHECK_FALSE(is_taken_so("b = f32[4,6] broadcast(o), dimensions={}\n x = f32[4,6] minimum(p, b)"));
    CHECK_FALSE(is_taken_so("b = f32[4,6] broadcast(z), dimensions={}\n x = f32[4,6] maximum(p, b)"));
    CHECK_FALSE(is_taken_so("x = f32[4,6] negate(p)"));
}
