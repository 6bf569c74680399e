// Where vectors are multiplied by the reciprocal of what divides all of them.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;

namespace {

// Rows of x divided by a number each.
std::string rows(const std::string& columns, const std::string& type = "f32") {
    const std::string x = type + "[6," + columns + "]";
    return "HloModule m\nENTRY e {\n x = " + x + " parameter(0)\n d = " + type + "[6] parameter(1)\n b = " + x +
           " broadcast(d), dimensions={0}\n ROOT r = " + x + " divide(x, b)\n}\n";
}

bool multiplies(const std::string& source) {
    return source.find("_reciprocal = ordinary_reciprocal_f") != std::string::npos &&
           source.find(" = quotient_f") != std::string::npos;
}

std::string quotient_source(const std::string& text, const char* target) {
    return testing::compiled(text, target).code.source;
}

} // namespace

TEST_CASE("four vectors or more that one number divides are multiplied by its reciprocal") {
    for (const char* target : {"x86-64-v3", "x86-64-v4", "cortex-a"}) {
        CHECK(multiplies(quotient_source(rows("64"), target)));
        CHECK(multiplies(quotient_source(rows("67", "f64"), target)));
    }
    CHECK_FALSE(multiplies(quotient_source(rows("48"), "x86-64-v4")));
    CHECK(multiplies(quotient_source(rows("48"), "x86-64-v3")));
}

TEST_CASE("scalars are divided, and so are numbers that are rounded once more") {
    for (const char* target : {"generic", "cortex-m7"}) CHECK_FALSE(multiplies(quotient_source(rows("64"), target)));
    CHECK_FALSE(multiplies(quotient_source(rows("64", "bf16"), "x86-64-v4")));
}

TEST_CASE("what has the same bits on every machine is divided") {
    const std::string source = testing::compiled(rows("64"), "x86-64-v4", {.goal = {.in_order = true}}).code.source;
    CHECK_FALSE(multiplies(source));
}

TEST_CASE("a divisor that differs from lane to lane divides them") {
    const std::string columns = "HloModule m\nENTRY e {\n x = f32[40,64] parameter(0)\n d = f32[64] parameter(1)\n"
                                " b = f32[40,64] broadcast(d), dimensions={1}\n ROOT r = f32[40,64] divide(x, b)\n}\n";
    CHECK_FALSE(multiplies(quotient_source(columns, "x86-64-v3")));
}
