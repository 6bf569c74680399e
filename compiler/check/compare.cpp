#include "check/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "evaluate/tensor.h"
#include "ir/float_format.h"

namespace hlo2cpp {
namespace {

// Floats of the array, complex numbers as two of them.
std::vector<double> numbers(const Tensor& tensor) {
    if (!is_complex(tensor.shape.type)) return {tensor.reals().begin(), tensor.reals().end()};
    std::vector<double> parts;
    for (const std::complex<double>& z : tensor.complexes()) {
        parts.push_back(z.real());
        parts.push_back(z.imag());
    }
    return parts;
}

bool close(double generated, double expected, double allowed) {
    if (std::isnan(expected) || std::isnan(generated)) return std::isnan(expected) && std::isnan(generated);
    if (std::isinf(expected) || std::isinf(generated)) return expected == generated;
    return std::abs(generated - expected) <= allowed;
}

std::string difference_text(ElementType type, double generated, double expected, double allowed) {
    std::string text = number_text(generated) + " instead of " + number_text(expected);
    const double difference = std::abs(generated - expected);
    if (!std::isfinite(difference)) return text;
    int exponent = 0;
    std::frexp(expected, &exponent);
    const double ulp = std::ldexp(rounding_error(type), exponent);
    text += " (difference " + number_text(difference, 3);
    if (expected != 0)
        text += ", " + number_text(difference / ulp, 3) + " ulp, " + number_text(difference / std::abs(expected), 3) +
                " relative";
    return text + "; allowed " + number_text(allowed, 3) + ")";
}

std::optional<Mismatch> compare_floats(const Tensor& generated, const Tensor& expected, const Tolerance& tolerance) {
    const std::vector<double> got = numbers(generated), want = numbers(expected);
    double largest = 1;
    for (const double value : want)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    std::optional<Mismatch> first;
    const ElementType type = expected.shape.type;
    for (std::size_t i = 0; i < want.size(); ++i) {
        constexpr double kDenormals = 1e-38; // which hardware may flush
        const double allowed = tolerance.relative * std::abs(want[i]) + tolerance.absolute * largest + kDenormals;
        if (close(got[i], want[i], allowed)) continue;
        if (!first)
            first = Mismatch{.element = static_cast<std::int64_t>(is_complex(type) ? i / 2 : i),
                             .text = difference_text(type, got[i], want[i], allowed)};
        ++first->count;
    }
    return first;
}

std::string integer_text(ElementType type, std::int64_t value) {
    return is_signed(type) ? std::to_string(value) : std::to_string(static_cast<std::uint64_t>(value));
}

std::optional<Mismatch> compare_integers(const Tensor& generated, const Tensor& expected, const Tolerance& tolerance) {
    std::optional<Mismatch> first;
    std::int64_t flips = 0;
    const auto may_flip = static_cast<std::int64_t>(tolerance.flips * static_cast<double>(expected.elements()));
    for (std::int64_t i = 0; i < expected.integers().size(); ++i) {
        const std::int64_t got = generated.integers()(i), want = expected.integers()(i);
        if (got == want) continue;
        const bool near = got - want <= tolerance.steps_of_integers && want - got <= tolerance.steps_of_integers;
        if (near && ++flips <= may_flip) continue;
        if (!first)
            first = Mismatch{.element = i,
                             .text = integer_text(expected.shape.type, got) + " instead of " +
                                     integer_text(expected.shape.type, want)};
        ++first->count;
    }
    return first;
}

} // namespace

std::string number_text(double value, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

double rounding_error(ElementType type) {
    return std::ldexp(1.0, -float_format(part_type(type)).mantissa_bits - 1);
}

Tolerance step_tolerance(ElementType type, std::int64_t terms, bool rounded, bool deterministic) {
    if (!is_float(type) && !is_complex(type))
        return rounded ? Tolerance{.steps_of_integers = 1, .flips = 0.01} : Tolerance{};
    const double root = terms > 1 ? std::sqrt(static_cast<double>(terms)) : 0, e = rounding_error(type);
    const bool narrow = is_narrow_float(type);
    const double factor = narrow ? 4 + root / 2 : deterministic ? 8 + 2 * root : 64 + 8 * root;
    return {.relative = factor * e, .absolute = factor * e};
}

Tolerance result_tolerance(ElementType type) {
    if (!is_float(type) && !is_complex(type)) return {.steps_of_integers = 1, .flips = 0.01};
    const int bits = info(part_type(type)).bits;
    if (bits == 64) return {.relative = 1e-11, .absolute = 1e-12};
    if (bits == 32) return {.relative = 2e-5, .absolute = 2e-6};
    return {.relative = 4 * rounding_error(type), .absolute = 2 * rounding_error(type)};
}

std::optional<Mismatch> compare(const Literal& generated, const Literal& expected, const Tolerance& tolerance) {
    if (generated.bytes == expected.bytes) return std::nullopt;
    const Tensor got = to_tensor(generated), want = to_tensor(expected);
    if (is_float(want.shape.type) || is_complex(want.shape.type)) return compare_floats(got, want, tolerance);
    return compare_integers(got, want, tolerance);
}

std::string multi_index(std::int64_t element, const std::vector<std::int64_t>& dims) {
    if (dims.empty()) return {};
    std::string text;
    for (std::size_t d = dims.size(); d-- > 0; element /= dims[d])
        text = std::to_string(element % dims[d]) + (text.empty() ? "" : ",") + text;
    return "[" + text + "]";
}

} // namespace hlo2cpp
