// Exponentials that constants are added to.
#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string source_of(const std::string& body) {
    return testing::compiled("HloModule m\nENTRY e {\n x = f32[64] parameter(0)\n one = f32[] constant(1)\n"
                             " tiny = f32[] constant(1e-38)\n ones = f32[64] broadcast(one), dimensions={}\n"
                             " least = f32[64] broadcast(tiny), dimensions={}\n e = f32[64] exponential(x)\n" +
                                 body + "\n}",
                             "generic")
        .code.source;
}

} // namespace

TEST_CASE("an exponential whose denormals a sum does not show has none") {
    CHECK_THAT(source_of(" s = f32[64] add(e, ones)\n ROOT r = f32[64] divide(ones, s)"), Contains("exp_addend_f32("));
    CHECK_THAT(source_of(" ROOT s = f32[64] subtract(e, ones)"), Contains("exp_addend_f32("));
}

TEST_CASE("an exponential that something else reads, or that is added to a small number, keeps them") {
    for (const char* body : {" ROOT s = f32[64] add(e, least)", " ROOT s = f32[64] add(e, x)",
                             " s = f32[64] add(e, ones)\n ROOT r = f32[64] divide(e, s)",
                             " s = f32[64] add(e, ones)\n ROOT r = (f32[64], f32[64]) tuple(e, s)"})
        CHECK_THAT(source_of(body), !Contains("exp_addend"));
}
