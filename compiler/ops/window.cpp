#include "ops/window.h"

#include <algorithm>

#include "support/checked.h"

namespace hlo2cpp {

namespace {

// (points - 1) * dilation + 1; 0 without points.
std::optional<std::int64_t> dilated(std::int64_t points, std::int64_t dilation) {
    if (points == 0) return 0;
    const auto gaps = checked_multiply(points - 1, dilation);
    return gaps ? checked_add(*gaps, 1) : std::nullopt;
}

} // namespace

std::int64_t window_places(const InferContext& context, std::size_t d, std::int64_t size) {
    const WindowDimension& w = context.attributes().window[d];
    const std::string what = "dimension " + std::to_string(d) + " of its window has ";
    const auto positive = [&](std::int64_t value, const char* name) {
        if (value <= 0) context.fail(what + name + " " + std::to_string(value) + ", which must be positive");
    };
    positive(w.size, "size");
    positive(w.stride, "stride");
    positive(w.window_dilation, "rhs_dilate");
    positive(w.base_dilation, "lhs_dilate");
    const auto window = dilated(w.size, w.window_dilation);
    auto base = dilated(size, w.base_dilation);
    if (base) base = checked_add(*base, w.padding_low);
    if (base) base = checked_add(*base, w.padding_high);
    // The furthest position of `window_element` must fit too.
    if (!window || !base || !checked_add(*window, *base) || !checked_add(*base, w.stride) || w.padding_low == INT64_MIN)
        context.fail(what + "sizes beyond 2^63");
    return *window > *base ? 0 : (*base - *window) / w.stride + 1;
}

Index window_index(ElementBuilder& builder, const WindowDimension& w, std::int64_t size, const Index& place,
                   const Index& point, std::vector<Condition>& conditions) {
    IndexSpace& space = builder.space();
    const auto add = [&](const Condition& condition) {
        const Range range = space.range(condition.index);
        if (range.begin < condition.low || range.end > condition.high) conditions.push_back(condition);
    };
    const Index position = place * w.stride + point * w.window_dilation - Index(w.padding_low);
    const Index index = space.floor_divide(position, w.base_dilation);
    add({.index = index, .low = 0, .high = size});
    add({.index = space.modulo(position, w.base_dilation), .low = 0, .high = 1});
    return index;
}

bool never_hold(const IndexSpace& space, const std::vector<Condition>& conditions) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
        const Range range = space.range(condition.index);
        return range.end <= condition.low || range.begin >= condition.high;
    });
}

} // namespace hlo2cpp
