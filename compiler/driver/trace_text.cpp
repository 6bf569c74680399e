#include "driver/trace_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "check/compare.h"
#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

std::string reals_text(const Tensor::Reals& values) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    std::int64_t nans = 0, infinite = 0;
    for (const double value : values) {
        nans += std::isnan(value) ? 1 : 0;
        infinite += std::isinf(value) ? 1 : 0;
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    std::string text = least <= most ? number_text(least) + " to " + number_text(most) : "no finite number";
    if (nans > 0) text += ", " + std::to_string(nans) + " NaN";
    if (infinite > 0) text += ", " + std::to_string(infinite) + " infinite";
    return text;
}

std::string integers_text(const Tensor::Integers& values, ElementType type) {
    const auto text = [&](std::int64_t value) {
        return type == ElementType::U64 ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(value);
    };
    const auto less = [&](std::int64_t a, std::int64_t b) {
        return type == ElementType::U64 ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b) : a < b;
    };
    const auto [least, most] = std::minmax_element(values.begin(), values.end(), less);
    return text(*least) + " to " + text(*most);
}

std::string values_text(const Tensor& tensor) {
    const ElementType type = tensor.shape.type;
    if (tensor.elements() == 0) return "no elements";
    if (is_complex(type)) {
        Tensor::Reals moduli(tensor.elements());
        std::ranges::transform(tensor.complexes(), moduli.begin(), [](std::complex<double> z) { return std::abs(z); });
        return "moduli " + reals_text(moduli);
    }
    return is_float(type) ? reals_text(tensor.reals()) : integers_text(tensor.integers(), type);
}

std::string shown(const std::string& step, const Literal& literal) {
    return step + "  " + to_string(literal.shape) + "  " + values_text(to_tensor(literal)) + "\n";
}

// The elements that a round of a band computes, as they lie.
Literal elements_of(ElementType type, const std::vector<BandPart>& parts, std::span<const std::byte> data) {
    std::int64_t count = 0;
    for (const BandPart& part : parts) count += part.elements.size();
    Literal literal = Literal::zeros(Shape::array(type, {count}));
    const auto bytes = [&](std::int64_t elements) { return static_cast<std::size_t>(elements * byte_size(type)); };
    auto to = literal.bytes.begin();
    for (const BandPart& part : parts)
        to = std::ranges::copy(data.subspan(bytes(part.place), bytes(part.elements.size())), to).out;
    return literal;
}

} // namespace

std::string trace_text(const Compilation& compilation, const GeneratedRun& run) {
    std::string text;
    std::vector<std::int64_t> rounds(compilation.program.trace.size());
    for (const GeneratedRun::Report& report : run.reports) {
        const auto number = static_cast<std::size_t>(report.point);
        const TracePoint& point = compilation.program.trace[number];
        const Value& value = compilation.schedule[point.value];
        const std::span data = std::as_bytes(std::span(run.data)).subspan(report.begin);
        if (point.first_round) {
            const std::vector<BandPart> parts =
                parts_of_round(*point.call->band_rows, *point.first_round + rounds[number]++);
            if (!parts.empty()) text += shown(point.step, elements_of(value.type, parts, data));
            continue;
        }
        Literal literal = Literal::zeros(Shape::array(value.type, value.moved ? value.moved->dims : value.dims));
        if (value.moved)
            gather_elements(data, *value.moved, byte_size(value.type), literal.bytes);
        else
            std::ranges::copy(data.first(literal.bytes.size()), literal.bytes.begin());
        text += shown(point.step, literal);
    }
    return text + (run.complete ? "" : "... there was no room for more\n");
}

} // namespace hlo2cpp
