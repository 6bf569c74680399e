#include <catch2/catch.hpp>

#include "generate/figures_text.h"
#include "unit/generate/generated.h"

namespace hlo2cpp {
namespace {

// Two layers; the second one's weights as it is said.
std::string network(const std::string& parameters, const std::string& second) {
    const std::string dot = ", lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
    return "HloModule m\n\nENTRY e {\n  x = f32[2,3] parameter(0)\n" + parameters + "  h = f32[2,4] dot(x, v)" + dot +
           "  g = f32[2,4] tanh(h)\n  w = f32[4,2] " + second + "\n  ROOT y = f32[2,2] dot(g, w)" + dot + "}\n";
}

// A sum of so many arguments.
std::string sum(std::size_t count) {
    std::string text = "HloModule m\n\nENTRY e {\n  s0 = f32[64] parameter(0)\n";
    for (std::size_t i = 1; i < count; ++i) {
        const std::string number = std::to_string(i), root = i + 1 == count ? "ROOT " : "";
        text += "  a" + number + " = f32[64] parameter(" + number + ")\n  " + root + "s" + number + " = f32[64] add(s" +
                std::to_string(i - 1) + ", a" + number + ")\n";
    }
    return text + "}\n";
}

std::string hint_of(const std::string& module) {
    const Compilation c = testing::compiled(module, "generic");
    return weights_hint(c.kernels, c.program);
}

} // namespace

TEST_CASE("a network that takes its weights as arguments is told how they become constants, others are not") {
    const std::string v = "  v = f32[3,4] parameter(1)\n", one = "constant({{1,2},{3,4},{5,6},{7,8}})";
    CHECK_THAT(hint_of(network(v, "parameter(2)")),
               Catch::StartsWith("Most of 3 arguments, of 104 bytes, look like weights: --constants"));
    CHECK(hint_of(network(v, one)).empty());
    CHECK(hint_of("HloModule m\n\nENTRY e {\n  a = f32[2,3] parameter(0)\n  b = f32[3,2] parameter(1)\n"
                  "  ROOT c = f32[2,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n")
              .empty());
}

TEST_CASE("more than 16 arrays as arguments and no constants look like weights, whatever is computed of them") {
    CHECK_THAT(hint_of(sum(17)), Catch::StartsWith("Most of 17 arguments, of 4352 bytes, look like weights"));
    CHECK(hint_of(sum(16)).empty());
}

} // namespace hlo2cpp
