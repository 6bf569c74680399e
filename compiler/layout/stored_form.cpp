#include "layout/stored_form.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ir/float_format.h"
#include "kernel/integer_ranges.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::array kStoredTypes = {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16};
constexpr std::int64_t kLeastScaled = 8; // elements with one scale
constexpr int kMostSteps = 128;          // of a scale, to the largest element

// An element as an integer; none where it is none.
std::optional<std::int64_t> integer_at(const Literal& literal, std::size_t element) {
    const ElementType type = literal.shape.type;
    const auto bytes = at(byte_size(type));
    std::uint64_t bits = 0;
    std::memcpy(&bits, literal.bytes.data() + element * bytes, bytes);
    if (is_integer(type)) {
        const auto unused = static_cast<int>(64 - 8 * bytes);
        if (is_signed(type)) return static_cast<std::int64_t>(bits << unused) >> unused;
        return bits >> 63 == 0 ? std::optional(static_cast<std::int64_t>(bits)) : std::nullopt;
    }
    const double number = decode_float(type, bits);
    constexpr double kLimit = 1 << 24;
    if (!(std::abs(number) < kLimit) || number != std::floor(number) || (number == 0 && std::signbit(number)))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

// The smallest range with all values; none where one is no integer.
std::optional<Range> range_of_values(const Literal& literal) {
    const auto count = at(literal.shape.elements());
    std::optional<Range> range;
    for (std::size_t i = 0; i < count; ++i) {
        const std::optional<std::int64_t> value = integer_at(literal, i);
        if (!value || *value == std::numeric_limits<std::int64_t>::max()) return std::nullopt;
        if (!range) range = Range{*value, *value + 1};
        range = Range{std::min(range->begin, *value), std::max(range->end, *value + 1)};
    }
    return range;
}

LiteralPtr stored_as(const Literal& literal, ElementType type) {
    Literal made = Literal::zeros(Shape::array(type, literal.shape.dims));
    const auto bytes = at(byte_size(type));
    for (std::size_t i = 0; i < at(literal.shape.elements()); ++i) {
        const std::int64_t value = *integer_at(literal, i);
        std::memcpy(made.bytes.data() + i * bytes, &value, bytes);
    }
    return std::make_shared<const Literal>(std::move(made));
}

// The narrowest integer type of fewer bytes that has all values; none: there is none.
std::optional<ElementType> integers_of(const Literal& constant) {
    const ElementType type = constant.shape.type;
    if ((!is_integer(type) && !is_float(type)) || byte_size(type) < 2) return std::nullopt;
    const std::optional<Range> values = range_of_values(constant);
    if (!values) return std::nullopt;
    for (const ElementType stored : kStoredTypes) {
        const Range all = values_of(stored);
        if (byte_size(stored) < byte_size(type) && values->begin >= all.begin && values->end <= all.end) return stored;
    }
    return std::nullopt;
}

// ---- scaled integers

// The integer that gives the element when it is multiplied by the scale; none: there is none.
std::optional<std::int8_t> steps_of(float element, float scale) {
    const double steps = std::nearbyint(static_cast<double>(element) / static_cast<double>(scale));
    if (!(steps >= -kMostSteps && steps < kMostSteps)) return std::nullopt;
    const float again = static_cast<float>(steps == 0 ? 0 : steps) * scale; // an integer has no -0
    if (std::bit_cast<std::uint32_t>(again) != std::bit_cast<std::uint32_t>(element)) return std::nullopt;
    return static_cast<std::int8_t>(steps);
}

// A scale of which all elements are integer multiples, rounded once.
std::optional<float> scale_of(const std::vector<float>& elements) {
    const auto fits = [&](float scale) {
        return scale >= std::numeric_limits<float>::min() && // others are zero on some machines
               std::ranges::all_of(elements, [&](float element) { return steps_of(element, scale).has_value(); });
    };
    float largest = 0;
    for (const float element : elements) {
        if (!std::isfinite(element)) return std::nullopt;
        largest = std::max(largest, std::abs(element));
    }
    if (largest == 0) return fits(1) ? std::optional(1.0f) : std::nullopt;
    for (int steps = 1; steps <= kMostSteps; ++steps) {
        const float near = largest / static_cast<float>(steps), below = std::nextafter(near, 0.0f),
                    above = std::nextafter(near, largest);
        for (const float scale : {near, below, above})
            if (fits(scale)) return scale;
    }
    return std::nullopt;
}

// Numbers of the elements at each place along a dimension.
class Places {
public:
    Places(const std::vector<std::int64_t>& dims, std::size_t dim) : size_(dims[dim]) {
        for (std::size_t d = 0; d < dims.size(); ++d) (d < dim ? outer_ : inner_) *= d == dim ? 1 : dims[d];
    }
    std::int64_t count() const { return outer_ * inner_; } // at a place
    std::size_t element(std::int64_t place, std::int64_t number) const {
        return at((number / inner_ * size_ + place) * inner_ + number % inner_);
    }

private:
    std::int64_t size_, outer_ = 1, inner_ = 1;
};

std::optional<StoredForm> scaled_along(const Literal& constant, std::size_t dim) {
    const std::vector<std::int64_t>& dims = constant.shape.dims;
    const Places places(dims, dim);
    if (places.count() < kLeastScaled) return std::nullopt;
    Literal integers = Literal::zeros(Shape::array(ElementType::S8, dims));
    Literal scales = Literal::zeros(Shape::array(ElementType::F32, {dims[dim]}));
    std::vector<float> elements(at(places.count()));
    const auto* const all = reinterpret_cast<const std::byte*>(constant.bytes.data());
    for (std::int64_t place = 0; place < dims[dim]; ++place) {
        for (std::int64_t i = 0; i < places.count(); ++i)
            std::memcpy(&elements[at(i)], all + places.element(place, i) * sizeof(float), sizeof(float));
        const std::optional<float> scale = scale_of(elements);
        if (!scale) return std::nullopt;
        scales.set(place, *scale);
        for (std::int64_t i = 0; i < places.count(); ++i)
            integers.set(static_cast<std::int64_t>(places.element(place, i)), *steps_of(elements[at(i)], *scale));
    }
    return StoredForm{.elements = {.type = ElementType::S8, .scaled_along = static_cast<std::int64_t>(dim)},
                      .integers = std::make_shared<const Literal>(std::move(integers)),
                      .scales = std::make_shared<const Literal>(std::move(scales))};
}

} // namespace

std::int64_t StoredForm::bytes() const {
    return integers->shape.bytes() + (scales != nullptr ? scales->shape.bytes() : 0);
}

std::optional<StoredForm> stored_form(const Literal& constant) {
    if (const std::optional<ElementType> type = integers_of(constant))
        return StoredForm{.elements = {.type = *type}, .integers = stored_as(constant, *type), .scales = nullptr};
    if (constant.shape.type != ElementType::F32 || constant.shape.elements() == 0) return std::nullopt;
    for (std::size_t dim = constant.shape.dims.size(); dim-- > 0;)
        if (std::optional<StoredForm> form = scaled_along(constant, dim)) return form;
    return std::nullopt;
}

} // namespace hlo2cpp
