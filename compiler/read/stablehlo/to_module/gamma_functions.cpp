// The gamma function's family: lgamma, digamma, zeta, polygamma.
#include <array>
#include <limits>
#include <numbers>

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "read/stablehlo/to_module/special_functions.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Lanczos' series with g = 7. Source: C. Lanczos, "A Precision Approximation of the Gamma Function", SIAM J. Numer.
// Anal. 1, 1964; coefficients by P. Godfrey.
constexpr double kLanczosG = 7, kLanczosBase = 0.99999999999980993227684700473478;
constexpr std::array kLanczos = {676.520368121885098567009190444019, -1259.13921672240287047156078755283,
                                 771.3234287776530788486528258894,   -176.61502916214059906584551354,
                                 12.507343278686904814458936853,     -0.13857109526572011689554707,
                                 9.984369578019570859563e-6,         1.50563273514931155834e-7};

Op constant(Op like, double value) {
    return ScalarLike(like, value);
}

Op is_whole(Op x) {
    return Eq(x, Floor(x));
}

// The argument z of the series, which is of gamma(z + 1): of x, or by reflection of 1 - x, where x is below 1/2.
Op lanczos_argument(Op x, Op reflected) {
    return Select(reflected, Neg(x), Sub(x, constant(x, 1)));
}

// log(z + g + 1/2), exact for small z.
Op lanczos_log(Op z) {
    const double shift = kLanczosG + 0.5;
    return Add(constant(z, std::log(shift)), Log1p(Div(z, constant(z, shift))));
}

} // namespace

Op lgamma(Op x) {
    const Op reflected = Lt(x, constant(x, 0.5));
    const Op z = lanczos_argument(x, reflected);
    Op series = constant(x, kLanczosBase);
    for (std::size_t i = 0; i < kLanczos.size(); ++i)
        series = Add(series, Div(constant(x, kLanczos[i]), Add(z, constant(x, static_cast<double>(i + 1)))));
    const Op log_t = lanczos_log(z);
    const Op t_over_log = Div(Add(z, constant(x, kLanczosG + 0.5)), log_t);
    const Op log_y = Add(Add(Mul(Sub(Add(z, constant(x, 0.5)), t_over_log), log_t),
                             constant(x, (std::log(2.0) + std::log(std::numbers::pi)) / 2)),
                         Log(series));
    // gamma(x) gamma(1 - x) = pi / sin(pi x), where only the fraction of x counts.
    const Op magnitude = Abs(x), fraction = Sub(magnitude, Floor(magnitude));
    const Op to_nearest = Select(Lt(constant(x, 0.5), fraction), Sub(constant(x, 1), fraction), fraction);
    const Op log_sine = Log(Sin(Mul(to_nearest, constant(x, std::numbers::pi))));
    const Op reflection =
        Select(IsFinite(log_sine), Sub(Sub(constant(x, std::log(std::numbers::pi)), log_sine), log_y), Neg(log_sine));
    return Select(Eq(Abs(x), constant(x, kInf)), constant(x, kInf), Select(reflected, reflection, log_y));
}

Op digamma(Op x) {
    const Op reflected = Lt(x, constant(x, 0.5));
    const Op z = lanczos_argument(x, reflected);
    Op series = constant(x, kLanczosBase), derivative = constant(x, 0);
    for (std::size_t i = 0; i < kLanczos.size(); ++i) {
        const Op pole = Add(z, constant(x, static_cast<double>(i + 1))), coefficient = constant(x, kLanczos[i]);
        derivative = Sub(derivative, Div(coefficient, Mul(pole, pole)));
        series = Add(series, Div(coefficient, pole));
    }
    const Op y = Sub(Add(lanczos_log(z), Div(derivative, series)),
                     Div(constant(x, kLanczosG), Add(z, constant(x, kLanczosG + 0.5))));
    // digamma(x) = digamma(1 - x) - pi / tan(pi x), of x less the nearest integer.
    const Op angle = Mul(Add(x, Abs(Floor(Add(x, constant(x, 0.5))))), constant(x, std::numbers::pi));
    const Op reflection = Sub(y, Div(Mul(Cos(angle), constant(x, std::numbers::pi)), Sin(angle)));
    const Op pole = And(Le(x, constant(x, 0)), is_whole(x));
    return Select(pole, constant(x, kNan), Select(reflected, reflection, y));
}

// Euler and Maclaurin's formula: ten terms, the integral of the rest, and corrections with Bernoulli's numbers B(2k).
Op zeta(Op x, Op q) {
    constexpr int kTerms = 9; // before the last
    constexpr std::array kCorrections = {
        // B(2k) / (2k)!, k from 12 down to 1
        -1.3954464685812523340707686264063549763728e-19, 5.5090028283602295152026526089022548773e-18,
        -2.1748686985580618730415164238659e-16,          8.5860620562778445641359054504256e-15,
        -3.3896802963225828668301953912494e-13,          1.3382536530684678832826980975129e-11,
        -5.2841901386874931848476822021796e-10,          2.0876756987868098979210090321201e-08,
        -8.2671957671957671957671957671957e-07,          3.3068783068783068783068783068783e-05,
        -0.0013888888888888888888888888888889,           0.083333333333333333333333333333333};
    const Op one = constant(x, 1), negative = Neg(x);
    Op sum = Pow(q, negative), a = q;
    for (int i = 0; i < kTerms; ++i) {
        a = Add(a, one);
        sum = Add(sum, Pow(a, negative));
    }
    a = Add(a, one);
    const Op power = Pow(a, negative), inverse_square = Div(one, Mul(a, a));
    const Op integral = Div(Mul(power, a), Sub(x, one));
    Op corrections = constant(x, kCorrections[0]);
    for (std::size_t i = 1; i < kCorrections.size(); ++i) {
        const auto order = static_cast<double>(2 * (kCorrections.size() - i));
        const Op factors = Mul(Add(x, constant(x, order)), Add(x, constant(x, order - 1)));
        corrections = Add(Mul(factors, Mul(inverse_square, corrections)), constant(x, kCorrections[i]));
    }
    corrections = Mul(power, Add(Mul(Div(x, a), corrections), constant(x, 0.5)));
    const double tiny = x.shape().type == ElementType::F64 ? std::numeric_limits<double>::denorm_min()
                                                           : double{std::numeric_limits<float>::denorm_min()};
    const Op converged = Lt(Abs(power), Mul(Abs(sum), constant(x, tiny)));
    Op value = Select(converged, sum, Add(Add(sum, integral), corrections));
    value = Select(Lt(x, one), constant(x, kNan), value);
    const Op below = Le(q, constant(x, 0));
    value = Select(And(below, Ne(x, Floor(x))), constant(x, kNan), value);
    const Op even = And(is_whole(x), Eq(Rem(x, constant(x, 2)), constant(x, 0)));
    const Op at_pole = Select(even, constant(x, kInf), constant(x, kNan));
    value = Select(And(below, is_whole(q)), at_pole, value);
    return Select(Eq(x, one), constant(x, kInf), value);
}

Op polygamma(Op n, Op x) {
    const Op zero = constant(n, 0), one = constant(n, 1), two = constant(n, 2), next = Add(n, one);
    const Op sign = Sub(Mul(Rem(n, two), two), one); // (-1)^(n + 1)
    const Op value = Mul(Mul(sign, Exp(lgamma(next))), zeta(next, x));
    const Op defined = Select(Eq(n, zero), digamma(x), value);
    return Select(Or(Ne(n, Floor(n)), Lt(n, zero)), constant(n, kNan), defined);
}

} // namespace hlo2cpp::stablehlo
