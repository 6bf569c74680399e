#include "arrange/minimal_filter.h"

#include <cmath>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kFilterTaps = 3;

using Polynomial = std::vector<double>; // by power

// Product of (t - p) over all points p but the one that is left out.
Polynomial product(const std::vector<double>& points, std::size_t left_out) {
    Polynomial result = {1};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i == left_out) continue;
        Polynomial next(result.size() + 1, 0.0);
        for (std::size_t k = 0; k < result.size(); ++k) {
            next[k + 1] += result[k];
            next[k] -= points[i] * result[k];
        }
        result = std::move(next);
    }
    return result;
}

double value(const Polynomial& polynomial, double at) {
    double sum = 0;
    for (std::size_t k = polynomial.size(); k-- > 0;) sum = sum * at + polynomial[k];
    return sum;
}

std::vector<double> powers(double p, std::int64_t count) {
    std::vector<double> result = {1};
    while (static_cast<std::int64_t>(result.size()) < count) result.push_back(result.back() * p);
    return result;
}

// Removes the rounding from coefficients that are multiples of 1/4: those that are 0 or 1 cost nothing.
double snapped(double x) {
    const double quarters = std::round(4 * x) / 4;
    return std::abs(x - quarters) < 1e-12 ? quarters : x;
}

} // namespace

std::string name_of_filter(std::int64_t outputs) {
    const std::string m = std::to_string(outputs), r = std::to_string(kFilterTaps);
    return "F(" + m + "x" + m + "," + r + "x" + r + ")";
}

MinimalFilter minimal_filter(std::int64_t outputs) {
    check_internal(outputs == 2 || outputs == 4, "a minimal filter of other sizes");
    const double half = std::sqrt(0.5), two = std::sqrt(2.0);
    const std::vector<double> points =
        outputs == 2 ? std::vector<double>{0, 1, -1} : std::vector<double>{0, half, -half, two, -two};
    MinimalFilter f{.outputs = outputs,
                    .taps = kFilterTaps,
                    .inputs = outputs + kFilterTaps - 1,
                    .pairs = static_cast<std::int64_t>(points.size()) / 2,
                    .input = {},
                    .filter = {},
                    .output = MinimalFilter::Matrix(static_cast<std::size_t>(outputs))};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double p = points[i];
        Polynomial others = product(points, i);
        std::vector<double> taps = powers(p, kFilterTaps);
        for (double& tap : taps) tap /= value(others, p);
        for (double& coefficient : others) coefficient = snapped(coefficient);
        others.resize(static_cast<std::size_t>(f.inputs), 0.0);
        f.input.push_back(std::move(others));
        f.filter.push_back(std::move(taps));
        const std::vector<double> sums = powers(p, outputs);
        for (std::size_t k = 0; k < sums.size(); ++k) f.output[k].push_back(snapped(sums[k]));
    }
    Polynomial all = product(points, points.size());
    for (double& coefficient : all) coefficient = snapped(coefficient);
    f.input.push_back(std::move(all));
    f.filter.push_back({0, 0, 1});
    for (std::size_t k = 0; k < f.output.size(); ++k) f.output[k].push_back(k + 1 == f.output.size() ? 1.0 : 0.0);
    return f;
}

} // namespace hlo2cpp
