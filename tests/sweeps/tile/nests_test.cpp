// Loop nests of all kinds of kernels, for every target and goal: more than an instrumented compiler has time for.
#include "tile/nests_verify.h"
#include "unit/tile/tilings_of_all_kinds.h"

using namespace hlo2cpp;

TEST_CASE("nests of all kinds of kernels are right on every target, for every goal", "[sweep]") {
    for (const auto& [text, kernels] : all_fused()) {
        INFO(text.substr(0, 1000));
        for_all_nests(kernels, [&, &kernels = kernels](const LoopNests& nests) {
            try {
                verify_nests(kernels, nests);
            } catch (const InternalError& error) {
                FAIL(error.what() << "\n" << print(kernels, nests));
            }
        });
    }
}
