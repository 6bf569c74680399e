#include "check/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

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

// True if both are infinite as C11, annex G has it: one part is infinite, and the other may be NaN, as where a ratio
// underflows in f32 and not in f64. `part` is the place of the real part.
bool both_infinite(const std::vector<double>& generated, const std::vector<double>& expected, std::size_t part) {
    const auto infinite = [&](const std::vector<double>& parts) {
        return std::isinf(parts[part]) || std::isinf(parts[part + 1]);
    };
    return infinite(generated) && infinite(expected);
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

std::optional<Mismatch> compare_floats(const Tensor& generated, const Tensor& expected, const Tolerance& tolerance,
                                       const std::vector<Tensor>& moved) {
    const std::vector<double> got = numbers(generated), want = numbers(expected);
    double largest = 1, move = 0;
    for (const double value : want)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    for (const Tensor& other : moved) move = std::max(move, largest_move(expected, other));
    constexpr double kDenormals = 1e-38; // which hardware may flush
    const double of_array = tolerance.absolute * largest + tolerance.moves * move + kDenormals;
    std::optional<Mismatch> first;
    const ElementType type = expected.shape.type;
    for (std::size_t i = 0; i < want.size(); ++i) {
        const double allowed = tolerance.relative * std::abs(want[i]) + of_array;
        if (close(got[i], want[i], allowed)) continue;
        const bool undefined = std::isnan(got[i]) || std::isnan(want[i]);
        if (undefined && is_complex(type) && both_infinite(got, want, i - i % 2)) continue;
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

// True if an integer lies between those of the evaluations.
bool is_between(std::int64_t got, std::int64_t want, std::int64_t i, const std::vector<Tensor>& moved) {
    std::int64_t least = want, most = want;
    for (const Tensor& other : moved) {
        least = std::min(least, other.integers()(i));
        most = std::max(most, other.integers()(i));
    }
    return least <= got && got <= most;
}

std::optional<Mismatch> compare_integers(const Tensor& generated, const Tensor& expected, const Tolerance& tolerance,
                                         const std::vector<Tensor>& moved) {
    std::optional<Mismatch> first;
    std::int64_t flips = 0;
    const auto may_flip = static_cast<std::int64_t>(tolerance.flips * static_cast<double>(expected.elements()));
    for (std::int64_t i = 0; i < expected.integers().size(); ++i) {
        const std::int64_t got = generated.integers()(i), want = expected.integers()(i);
        if (is_between(got, want, i, moved)) continue;
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

// "[1,2]" of element 5 of an array [2,3]; "" of a scalar.
std::string multi_index(std::int64_t element, const std::vector<std::int64_t>& dims) {
    if (dims.empty()) return {};
    std::string text;
    for (std::size_t d = dims.size(); d-- > 0; element /= dims[d])
        text = std::to_string(element % dims[d]) + (text.empty() ? "" : ",") + text;
    return "[" + text + "]";
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
    return {.relative = factor * e, .absolute = factor * e, .moves = factor};
}

Tolerance result_tolerance(ElementType type) {
    if (!is_float(type) && !is_complex(type)) return {.steps_of_integers = 1, .flips = 0.01};
    constexpr double kMoves = 16, kNarrowMoves = 2;
    const int bits = info(part_type(type)).bits;
    if (bits == 64) return {.relative = 1e-11, .absolute = 1e-12, .moves = kMoves};
    if (bits == 32) return {.relative = 2e-5, .absolute = 2e-6, .moves = kMoves};
    return {.relative = 4 * rounding_error(type), .absolute = 2 * rounding_error(type), .moves = kNarrowMoves};
}

double largest_move(const Tensor& expected, const Tensor& moved) {
    const std::vector<double> here = numbers(expected), there = numbers(moved);
    double largest = 0;
    for (std::size_t i = 0; i < here.size(); ++i)
        if (std::isfinite(here[i]) && std::isfinite(there[i]))
            largest = std::max(largest, std::abs(there[i] - here[i]));
    return largest;
}

std::optional<Mismatch> compare(const Literal& generated, const Literal& expected, const Tolerance& tolerance,
                                std::span<const Literal> moved) {
    if (generated.bytes == expected.bytes) return std::nullopt;
    const Tensor got = to_tensor(generated), want = to_tensor(expected);
    std::vector<Tensor> others;
    for (const Literal& other : moved) others.push_back(to_tensor(other));
    if (is_float(want.shape.type) || is_complex(want.shape.type)) return compare_floats(got, want, tolerance, others);
    return compare_integers(got, want, tolerance, others);
}

std::string element_text(const Mismatch& mismatch, const Shape& shape) {
    const std::string at = multi_index(mismatch.element, shape.dims);
    return (at.empty() ? "" : "element " + at + " of ") + to_string(shape) + ": " + mismatch.text;
}

} // namespace hlo2cpp
