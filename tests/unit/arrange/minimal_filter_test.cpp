// Minimal filters: what they compute, and how well in f32.
#include "arrange/minimal_filter.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace hlo2cpp;

namespace {

double at(const MinimalFilter::Matrix& matrix, std::int64_t row, std::int64_t column) {
    return matrix[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

} // namespace

TEST_CASE("a minimal filter adds up the taps in as many products as it has inputs", "[tile]") {
    for (const std::int64_t outputs : {2, 4}) {
        const MinimalFilter f = minimal_filter(outputs);
        CHECK(f.inputs == outputs + 2);
        CHECK(static_cast<std::int64_t>(f.input.size()) == f.inputs);
        for (std::int64_t i = 0; i < outputs; ++i)
            for (std::int64_t tap = 0; tap < f.taps; ++tap)
                for (std::int64_t element = 0; element < f.inputs; ++element) {
                    double sum = 0;
                    for (std::int64_t p = 0; p < f.inputs; ++p)
                        sum += at(f.output, i, p) * at(f.filter, p, tap) * at(f.input, p, element);
                    CHECK(std::abs(sum - (i + tap == element ? 1 : 0)) < 1e-14);
                }
    }
}

TEST_CASE("F(2,3) has the matrices of the literature, but for signs", "[tile]") {
    const MinimalFilter f = minimal_filter(2);
    const MinimalFilter::Matrix input = {{-1, 0, 1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, -1, 0, 1}};
    const MinimalFilter::Matrix filter = {{-1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
    const MinimalFilter::Matrix output = {{1, 1, 1, 0}, {0, 1, -1, 1}};
    CHECK(f.input == input);
    CHECK(f.filter == filter);
    CHECK(f.output == output);
}

// Two rows of B^T that belong to a pair, and two columns of A^T, are computed as one.
TEST_CASE("a pair differs in the sign of odd elements", "[arrange]") {
    for (const std::int64_t outputs : {2, 4}) {
        const MinimalFilter f = minimal_filter(outputs);
        CHECK(2 * f.pairs + 2 == f.inputs);
        for (std::int64_t pair = 0; pair < f.pairs; ++pair) {
            const std::int64_t plus = 1 + 2 * pair, minus = plus + 1;
            for (std::int64_t i = 0; i < f.inputs; ++i)
                CHECK(at(f.input, minus, i) == Approx((i % 2 == 0 ? 1 : -1) * at(f.input, plus, i)));
            for (std::int64_t i = 0; i < f.outputs; ++i)
                CHECK(at(f.output, i, minus) == Approx((i % 2 == 0 ? 1 : -1) * at(f.output, i, plus)));
        }
    }
}

TEST_CASE("a filter is named by the results of its tiles and its taps", "[tile]") {
    CHECK(name_of_filter(4) == "F(4x4,3x3)");
}
