// Sums of floats on machines whose only vectors are those of sums.
#include <catch2/catch.hpp>

#include "tile/vector_form.h"
#include "unit/tile/kernels_of_all_kinds.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;

namespace {

// Lanes of the body with the most in the last nest; 1 where all are scalars.
std::int64_t most_lanes(const std::string& text, const char* target) {
    const LoopNests nests = nests_for(addressed(text), target);
    std::int64_t lanes = 1;
    for (const nest::Body& body : nests.nests.back().bodies) lanes = std::max(lanes, body.lanes);
    return lanes;
}

std::string product(const std::string& type) {
    return "HloModule m\nENTRY e { x = " + type + "[9,16] parameter(0)\n w = " + type +
           "[16,12] parameter(1)\n ROOT y = " + type +
           "[9,12] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0} }";
}

std::string reduction(const std::string& combiner) {
    return "HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] " + combiner +
           "(a, b) }\nENTRY e { x = f32[40,12] parameter(0)\n z = f32[] constant(0)\n ROOT y = f32[12] reduce(x, z), "
           "dimensions={0}, to_apply=c }";
}

std::string elementwise(const std::string& op, const std::string& type = "f32") {
    return "HloModule m\nENTRY e { x = " + type + "[30,9] parameter(0)\n ROOT y = " + type + "[30,9] " + op + " }";
}

} // namespace

TEST_CASE("products of f32 are added up in vectors of sums, those of 16 bits and of f64 in scalars", "[target]") {
    for (const char* const target : {"cortex-m55", "cortex-m85", "armv7"}) {
        CHECK(most_lanes(product("f32"), target) == 4);
        CHECK(most_lanes(product("f16"), target) == 1);
        CHECK(most_lanes(product("f64"), target) == 1);
        CHECK(most_lanes(reduction("add"), target) == 4);
        CHECK(most_lanes(reduction("maximum"), target) == 1);
    }
    CHECK(most_lanes(product("f32"), "cortex-m7") == 1);
}

TEST_CASE("sums whose bits are those of all machines are no vectors that flush subnormal numbers", "[target]") {
    const Kernels kernels = addressed(product("f32"));
    const Kernel& kernel = kernels.kernels.back();
    CHECK(sums_are_vectors(kernel, *find_target("cortex-m55"), false));
    CHECK_FALSE(sums_are_vectors(kernel, *find_target("cortex-m55"), true));
    CHECK_FALSE(sums_are_vectors(kernel, *find_target("cortex-m4"), false));
}

TEST_CASE("functions that change little near zero are vectors where sums of f32 are", "[target]") {
    for (const char* const target : {"cortex-m55", "cortex-m85", "armv7"}) {
        for (const char* const op : {"exponential(x)", "exponential-minus-one(x)", "tanh(x)", "logistic(x)", "erf(x)",
                                     "add(x, x)", "divide(x, x)", "maximum(x, x)", "abs(x)"})
            CHECK(most_lanes(elementwise(op), target) == 4);
        for (const char* const op : {"log(x)", "rsqrt(x)", "cosine(x)", "floor(x)"})
            CHECK(most_lanes(elementwise(op), target) == 1);
        CHECK(most_lanes(elementwise("tanh(x)", "f16"), target) == 1);
        CHECK(most_lanes(elementwise("tanh(x)", "f64"), target) == 1);
    }
    CHECK(most_lanes(elementwise("tanh(x)"), "cortex-m7") == 1);
}

TEST_CASE("functions whose bits are those of all machines are no vectors that flush subnormal numbers", "[target]") {
    const LoopNests nests = nests_for(addressed(elementwise("tanh(x)")), "cortex-m55", {.in_order = true});
    CHECK(nests.nests.back().bodies[0].lanes == 1);
}
