// power: a^b. Integers by repeated squaring, which wraps; a negative exponent gives 1 / a^|b| rounded towards zero:
// 1^-n = 1, (-1)^-n = +-1, else 0 (0^-1 too); 0^0 = 1.
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

std::int64_t integer_power(ElementType type, const std::int64_t* x) {
    if (is_signed(type) && x[1] < 0) {
        if (x[0] == 1) return 1;
        if (x[0] == -1) return x[1] % 2 == 0 ? 1 : -1;
        return 0;
    }
    std::uint64_t result = 1, square = as_unsigned(x[0]);
    for (std::uint64_t exponent = as_unsigned(x[1]); exponent != 0; exponent >>= 1, square *= square)
        if ((exponent & 1) != 0) result *= square;
    return as_signed(result);
}

Complex complex_power(Complex a, Complex b) {
    if (b == Complex(0)) return 1;
    if (a == Complex(0) && b.real() > 0) return 0;
    const Complex exponent = complex_product(b, std::log(a));
    const double nan = exponent.imag() - exponent.imag();
    return nan == 0 ? std::exp(exponent) : Complex(nan, nan);
}

constexpr Formula kPower = {.operands = 2,
                            .kinds = kNumbers,
                            .integer = integer_power,
                            .real = [](const double* x) { return std::pow(x[0], x[1]); },
                            .complex = [](const Complex* x) { return complex_power(x[0], x[1]); },
                            .helper = "power",
                            .float_helper = "pow",
                            .intrinsic = IntrinsicId::Pow};

} // namespace

const OpDefinition op_power = elementwise(kPower, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
