#include <catch2/catch.hpp>

#include "generate/banner.h"
#include "unit/generate/generated.h"

namespace hlo2cpp {
namespace {

// Two layers; the second one's weights as it is said.
std::string network(const std::string& parameters, const std::string& second) {
    const std::string dot = ", lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
    return "HloModule m\n\nENTRY e {\n  x = f32[2,3] parameter(0)\n" + parameters + "  h = f32[2,4] dot(x, v)" + dot +
           "  g = f32[2,4] tanh(h)\n  w = f32[4,2] " + second + "\n  ROOT y = f32[2,2] dot(g, w)" + dot + "}\n";
}

std::string hint_of(const std::string& module) {
    return weights_hint(testing::compiled(module, "generic").kernels, "");
}

} // namespace

TEST_CASE("a network that takes its weights as arguments is told how they become constants, others are not") {
    const std::string v = "  v = f32[3,4] parameter(1)\n", one = "constant({{1,2},{3,4},{5,6},{7,8}})";
    CHECK_THAT(hint_of(network(v, "parameter(2)")), Catch::Contains("--constant NAME=FILE.npy"));
    CHECK(hint_of(network(v, one)).empty());
    CHECK(hint_of("HloModule m\n\nENTRY e {\n  a = f32[2,3] parameter(0)\n  b = f32[3,2] parameter(1)\n"
                  "  ROOT c = f32[2,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n")
              .empty());
}

} // namespace hlo2cpp
