// What check takes as equal.
#include <catch2/catch.hpp>

#include <limits>

#include "check/compare.h"

using namespace hlo2cpp;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

bool agree(std::complex<double> generated, std::complex<double> expected) {
    Tensor got(Shape::array(ElementType::C64, {1})), want(got.shape);
    got.complexes()(0) = generated;
    want.complexes()(0) = expected;
    return !compare(to_literal(got), to_literal(want), Tolerance{.relative = 1e-6});
}

} // namespace

TEST_CASE("complex infinities agree where one part is NaN, as C11, annex G has them", "[check]") {
    CHECK(agree({kInfinity, -kInfinity}, {kInfinity, kNan}));
    CHECK(agree({kNan, kInfinity}, {-kInfinity, kInfinity}));
    CHECK_FALSE(agree({kInfinity, 1}, {-kInfinity, 1}));
    CHECK_FALSE(agree({kInfinity, 1}, {kInfinity, 2}));
    CHECK_FALSE(agree({kNan, kNan}, {kInfinity, kNan}));
    CHECK_FALSE(agree({1, kNan}, {kInfinity, kNan}));
}
