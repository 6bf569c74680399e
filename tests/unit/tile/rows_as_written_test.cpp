// Loads that stay beside what needs them: those of many scalar rows, which leave no register free.
#include <catch2/catch.hpp>

#include "unit/tile/kernels_of_all_kinds.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;

namespace {

bool as_written(const std::string& x, const std::string& w, const std::string& labels, const std::string& more = "",
                const std::string& type = "f32") {
    const Kernels kernels = addressed("HloModule m\nENTRY e { x = " + type + "[" + x + "] parameter(0)\n w = " + type +
                                      "[" + w + "] parameter(1)\n ROOT y = " + type +
                                      "[1,16,16,3] convolution(x, w), "
                                      "window={size=3x3 pad=1_1x1_1}, dim_labels=" +
                                      labels + more + " }");
    const LoopNests nests = nests_for(kernels, "cortex-m7");
    return std::ranges::any_of(nests.nests.back().bodies, &nest::Body::as_written);
}

} // namespace

TEST_CASE(
    "an image by planes is convolved by rows of sixteen as written, one by features and one of planes alone not") {
    CHECK(as_written("1,3,16,16", "3,3,3,3", "bf01_01io->b01f"));
    CHECK_FALSE(as_written("1,16,16,3", "3,3,3,3", "b01f_01io->b01f"));
    CHECK_FALSE(as_written("1,3,16,16", "3,3,3,3", "bf01_01io->b01f", "", "f16")); // loads with a conversion
    CHECK_FALSE(as_written("1,16,16,3", "3,3,1,3", "b01f_01io->b01f", ", feature_group_count=3"));
}
