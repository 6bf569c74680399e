#include "layout/stored_form.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ir/float_format.h"
#include "kernel/integer_values.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::array kWholeBytes = {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16,
                                    ElementType::S32};
constexpr std::array kPartsOfByte = {ElementType::S2, ElementType::U2, ElementType::S4, ElementType::U4};
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

// The first of these types that has all values and fewer bits.
template <typename Types>
std::optional<ElementType> type_with(const Types& types, const Range& values, ElementType type) {
    for (const ElementType stored : types)
        if (info(stored).bits < info(type).bits && contains(values_of(stored), values)) return stored;
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

// The blocks of an array, and the elements in each of them.
class Blocks {
public:
    Blocks(const std::vector<std::int64_t>& dims, std::vector<std::int64_t> block)
        : dims_(dims), block_(std::move(block)) {
        for (std::size_t d = 0; d < dims.size(); ++d) size_ *= block_[d], count_ *= dims[d] / block_[d];
    }
    std::int64_t count() const { return count_; }
    std::int64_t size() const { return size_; }
    std::int64_t element(std::int64_t block, std::int64_t number) const {
        std::int64_t element = 0, step = 1;
        for (std::size_t d = dims_.size(); d-- > 0;) {
            const std::int64_t blocks = dims_[d] / block_[d];
            element += step * (block % blocks * block_[d] + number % block_[d]);
            block /= blocks, number /= block_[d], step *= dims_[d];
        }
        return element;
    }

private:
    const std::vector<std::int64_t>& dims_;
    const std::vector<std::int64_t> block_;
    std::int64_t size_ = 1, count_ = 1;
};

// As s8.
std::optional<StoredForm> scaled_in_blocks(const Literal& constant, const std::vector<std::int64_t>& block) {
    const std::vector<std::int64_t>& dims = constant.shape.dims;
    const Blocks blocks(dims, block);
    if (blocks.size() < kLeastScaled) return std::nullopt;
    std::vector<float> elements(at(blocks.size()));
    const auto scale_of_block = [&](std::int64_t b) {
        for (std::int64_t i = 0; i < blocks.size(); ++i) elements[at(i)] = constant.at<float>(blocks.element(b, i));
        return scale_of(elements);
    };
    if (!scale_of_block(0)) return std::nullopt;
    StoredForm form{.elements = {.type = ElementType::S8, .scale_blocks = block}, .integers = {}, .scales = {}};
    Literal integers = Literal::zeros(Shape::array(ElementType::S8, dims));
    Literal scales = Literal::zeros(Shape::array(ElementType::F32, form.elements.dims_of_scales(dims)));
    for (std::int64_t b = 0; b < blocks.count(); ++b) {
        const std::optional<float> scale = scale_of_block(b);
        if (!scale) return std::nullopt;
        scales.set(b, *scale);
        for (std::int64_t i = 0; i < blocks.size(); ++i)
            integers.set(blocks.element(b, i), *steps_of(elements[at(i)], *scale));
    }
    form.integers = std::make_shared<const Literal>(std::move(integers));
    form.scales = std::make_shared<const Literal>(std::move(scales));
    return form;
}

// With a scale for each place along a dimension, or for each and a part of another one: as few as there can be.
std::optional<StoredForm> scaled_integers(const Literal& constant) {
    const std::vector<std::int64_t>& dims = constant.shape.dims;
    for (std::size_t place = dims.size(); place-- > 0;) {
        std::vector<std::int64_t> block = dims;
        block[place] = 1;
        if (std::optional<StoredForm> form = scaled_in_blocks(constant, block)) return form;
    }
    for (std::size_t place = dims.size(); place-- > 0;)
        for (std::size_t d = 0; d < dims.size(); ++d)
            for (std::int64_t parts = 2; d != place && parts <= dims[d]; ++parts) {
                if (dims[d] % parts != 0) continue;
                std::vector<std::int64_t> block = dims;
                block[place] = 1;
                block[d] /= parts;
                if (std::optional<StoredForm> form = scaled_in_blocks(constant, block)) return form;
            }
    return std::nullopt;
}

// Adds the same form with several elements a byte, along each dimension.
void add_packed(std::vector<StoredForm>& forms, const StoredForm& form, ElementType type) {
    for (std::size_t d = 0; d < form.integers->shape.dims.size(); ++d) {
        StoredForm packed = form;
        packed.elements.type = type;
        packed.elements.packed_along = static_cast<std::int64_t>(d);
        if (form.integers->shape.dims[d] > 1) forms.push_back(std::move(packed));
    }
}

} // namespace

std::int64_t StoredForm::bytes() const {
    const Shape lies = Shape::array(elements.type_in_memory(), elements.dims_in_memory(integers->shape.dims));
    return lies.bytes() + (scales != nullptr ? scales->shape.bytes() : 0);
}

LiteralPtr StoredForm::in_memory() const {
    if (!elements.packed_along) return integers;
    const std::vector<std::int64_t>& dims = integers->shape.dims;
    Literal made = Literal::zeros(Shape::array(elements.type_in_memory(), elements.dims_in_memory(dims)));
    const std::size_t along = at(*elements.packed_along);
    std::int64_t inner = 1;
    for (std::size_t d = along + 1; d < dims.size(); ++d) inner *= dims[d];
    const int bits = info(elements.type).bits;
    const std::int64_t bytes = made.shape.dims[along];
    for (std::int64_t i = 0; i < integers->shape.elements(); ++i) {
        const std::int64_t outer = i / inner / dims[along], place = i / inner % dims[along];
        const std::int64_t byte = (outer * bytes + place % bytes) * inner + i % inner;
        const unsigned value = integers->at<std::uint8_t>(i) & ((1u << bits) - 1);
        made.bytes[at(byte)] |= static_cast<std::byte>(value << (bits * static_cast<int>(place / bytes)));
    }
    return std::make_shared<const Literal>(std::move(made));
}

std::vector<StoredForm> stored_forms(const Literal& constant) {
    std::vector<StoredForm> forms;
    const ElementType type = constant.shape.type;
    if ((!is_integer(type) && !is_float(type)) || constant.shape.elements() == 0) return forms;
    const std::optional<Range> values = range_of_values(constant);
    if (!values) {
        const std::optional<StoredForm> scaled = type == ElementType::F32 ? scaled_integers(constant) : std::nullopt;
        if (!scaled) return forms;
        forms.push_back(*scaled);
        const std::optional<ElementType> part =
            type_with(kPartsOfByte, *range_of_values(*scaled->integers), ElementType::S8);
        if (part) add_packed(forms, *scaled, *part);
        return forms;
    }
    const auto as = [&](ElementType stored) {
        return StoredForm{.elements = {.type = stored}, .integers = stored_as(constant, stored), .scales = nullptr};
    };
    if (is_narrow_integer(type))
        forms.push_back(as(byte_type(type)));
    else if (const auto whole = type_with(kWholeBytes, *values, type); whole && info(type).bits > 8)
        forms.push_back(as(*whole));
    const auto part = type_with(kPartsOfByte, *values, type);
    if (part || is_narrow_integer(type)) add_packed(forms, as(part.value_or(type)), part.value_or(type));
    return forms;
}

} // namespace hlo2cpp
