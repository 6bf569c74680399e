#include <catch2/catch.hpp>

#include "driver/core_option.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

ClockedCore parsed(const std::string& text) {
    std::optional<ClockedCore> core;
    core_option(core).set(text);
    REQUIRE(core.has_value());
    return *core;
}

} // namespace

TEST_CASE("a core has a name, and a clock where one is given") {
    CHECK(parsed("cortex-m4@168MHz").core->name == "cortex-m4");
    CHECK(parsed("cortex-m4@168MHz").megahertz == 168);
    CHECK(parsed("cortex-m7@0.6GHz").megahertz == Approx(600));
    CHECK(parsed("cortex-m0").megahertz == 0);
}

TEST_CASE("a core that is not known, and a clock that is none, are refused with what is right") {
    CHECK_THROWS_WITH(parsed("m4"), Contains("none of the cores whose cycles are known") && Contains("cortex-m0plus"));
    CHECK_THROWS_WITH(parsed(""), Contains("none of the cores"));
    for (const char* clock :
         {"", "168", "MHz", "-1MHz", "0MHz", "nanMHz", "infMHz", "1e9GHz", "1e-300MHz", "168mhz", "168 MHz", "168MHz "})
        CHECK_THROWS_WITH(parsed(std::string("cortex-m4@") + clock),
                          Contains("is no clock") && Contains("cortex-m4@168MHz"));
}

TEST_CASE("a core that does not run the target's code is refused with the targets that it runs") {
    CHECK_THROWS_WITH(
        check_core(parsed("cortex-m3"), *find_target("cortex-m7")),
        Contains("cortex-m3 does not run code of --target cortex-m7, but of --target cortex-m3, cortex-m0, generic"));
    check_core(parsed("cortex-m33"), *find_target("cortex-m4"));
}
