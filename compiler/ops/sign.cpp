// sign: -1, 0 or 1. Floats: -0 and +0 and NaN stay; complex: x / |x|, and 0 at 0.
#include <cmath>

#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

// The modulus may overflow even if the parts do not.
Complex unit(const Complex* x) {
    if (x[0] == Complex(0)) return x[0];
    const Complex near = std::isinf(std::abs(x[0])) ? 0.5 * x[0] : x[0];
    return near / std::abs(near);
}

std::int64_t sign_of(std::int64_t x) {
    return std::int64_t{x > 0} - std::int64_t{x < 0};
}

constexpr Formula kSign = {.kinds = kSigned | kFloat | kComplex,
                           .integer = [](ElementType, const std::int64_t* x) { return sign_of(x[0]); },
                           .real = [](const double* x) { return x[0] > 0   ? 1.0
                                                                : x[0] < 0 ? -1.0
                                                                           : x[0]; },
                           .complex = unit,
                           .helper = "sign",
                           .closed = true,
                           .intrinsic = IntrinsicId::Sign,
                           .narrow = NarrowIntegers::Closed};

Range range_sign(const RangeContext& x) {
    return from_to(sign_of(x.operand(0).begin), sign_of(x.operand(0).last()));
}

} // namespace

const OpDefinition op_sign = elementwise(kSign, {.range = range_sign}, {.exact = true});

} // namespace hlo2cpp
