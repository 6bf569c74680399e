// Loop nests of all kinds of kernels, for every target and goal: more than an instrumented compiler has time for.
#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

TEST_CASE("nests of all kinds of kernels are right on every target, for every goal") {
    for (const auto& [text, kernels] : all_fused())
        for (const std::string& name : target_names()) {
            if (name == "native") continue;
            for (const Optimize optimize : {Optimize::Size, Optimize::Balanced, Optimize::Speed})
                for (const bool in_order : {false, true}) {
                    const LoopNests nests =
                        tile(kernels, *find_target(name), {.in_order = in_order, .optimize = optimize});
                    INFO(text.substr(0, 1000) << "\n" << print(kernels, nests));
                    REQUIRE_NOTHROW(verify_nests(kernels, nests));
                }
        }
}
