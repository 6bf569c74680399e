// What the arguments of the entry are called.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string header_of(const std::string& text) {
    return testing::compiled(text, "generic").code.header;
}

} // namespace

TEST_CASE("ten thousand arguments of one name are named at once", "[generate]") {
    std::string shape = "f32[1]";
    for (int i = 1; i < 10000; ++i) shape += ", f32[1]";
    const std::string header =
        header_of("HloModule m\nENTRY e { " + std::string(60, 'p') + " = (" + shape +
                  ") parameter(0)\n ROOT r = f32[1] get-tuple-element(" + std::string(60, 'p') + "), index=9999 }");
    CHECK_THAT(header, Contains("parameter 0, leaf 9999"));
}

TEST_CASE("names of the entry's own variables and functions stay free", "[generate]") {
    const std::string source = testing::compiled(R"(HloModule m
ENTRY e { status = f32[8,8] parameter(0)
  check = f32[8,8] dot(status, status), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT r = f32[8,8] dot(check, check), lhs_contracting_dims={1}, rhs_contracting_dims={0} })",
                                                 "generic")
                                   .code.source;
    CHECK_THAT(source, Contains("int m_run_in(m_context* context, const float* status_value, float* out)"));
    CHECK_THAT(source, !Contains("M_STEP void check("));
    CHECK_THAT(source, Contains("const int status = m_detail::check(context);"));
}

TEST_CASE("arguments have the variables' names, but not the one that TensorFlow gives to all", "[generate]") {
    const std::string header = header_of(R"(HloModule m
ENTRY e { arg0.1 = f32[2] parameter(0), metadata={op_name="XLA_Args"}
  arg1.1 = f32[2] parameter(1), metadata={op_name="XLA_Args"}
  p.2 = f32[2] parameter(2), metadata={op_name="gain"}
  s = f32[2] add(arg0.1, arg1.1)
  ROOT r = f32[2] multiply(s, p.2) })");
    CHECK_THAT(header, Contains("const float* arg0_1, const float* arg1_1, const float* gain"));
    CHECK_THAT(header, !Contains("XLA_Args"));
}
