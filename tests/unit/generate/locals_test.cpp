// The arrays that generated code keeps on the stack, along the deepest chain of calls.
#include <catch2/catch.hpp>

#include "generate/locals.h"
#include "generate/runtime_text.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::int64_t bytes_of(const char* body, const char* target) {
    return testing::compiled(std::string("HloModule m\nENTRY e {\n") + body + "\n}", target).code.locals_bytes;
}

constexpr const char* kDot = "x = f32[12,8] parameter(0)\n w = f32[8,16] parameter(1)\n"
                             "ROOT d = f32[12,16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";

} // namespace

TEST_CASE("the deepest step counts, with the helpers that it calls", "[generate]") {
    Locals tile;
    tile.add_array(ElementType::F32, 12);
    tile.add_array(ElementType::F64, 2);
    CHECK(tile.bytes == 64);
    DeepestLocals deepest;
    deepest.add_function({}, "y[0] = sin_f64(x[0]);");
    CHECK(deepest.bytes() == 28); // the product of reduce_large_angle_f64
    deepest.add_function(tile, "y[0] = acc[0][0];");
    CHECK(deepest.bytes() == 64);
    deepest.add_function(tile, "y[0] = tan_f64(acc[0][0]);");
    CHECK(deepest.bytes() == 92);
    CHECK(runtime_text("exp_f32(x)").locals_bytes == 0);
}

TEST_CASE("accumulator tiles are counted, scalars are not", "[generate]") {
    CHECK(bytes_of("x = f32[8] parameter(0)\n ROOT r = f32[8] exponential(x)", "generic") == 0);
    CHECK(bytes_of("x = f64[8] parameter(0)\n ROOT r = f64[8] sine(x)", "generic") == 28);
    const Compilation dot = testing::compiled(std::string("HloModule m\nENTRY e {\n") + kDot + "\n}", "cortex-m7");
    const RegisterTile& tile = dot.nests.nests[0].pieces[0].tile;
    CHECK(tile.rows * tile.vectors > 1);
    CHECK(dot.code.locals_bytes == 4 * tile.rows * tile.vectors * tile.chains);
    CHECK_THAT(dot.code.header, Contains("local arrays are " + std::to_string(dot.code.locals_bytes) + " bytes\n"));
    CHECK_THAT(dot.code.header, !Contains("STACK_BYTES"));
}
