// Moving windows of convolution and reduce-window. Along one dimension, place o of a window sees at its point k the
// element
//
//     (o * stride + k * window_dilation - padding_low) / base_dilation
//
// if it is a whole number inside the array; else padding, or a hole between dilated elements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/op.h"

namespace hlo2cpp {

// Number of places of window dimension d over `size` elements; complains about invalid attributes.
std::int64_t window_places(const InferContext& context, std::size_t d, std::int64_t size);

// The element that the window sees; nothing for padding and holes.
inline std::optional<std::int64_t> window_element(const WindowDimension& w, std::int64_t size, std::int64_t place,
                                                  std::int64_t point) {
    const std::int64_t position = place * w.stride + point * w.window_dilation - w.padding_low;
    if (position < 0 || position % w.base_dilation != 0 || position / w.base_dilation >= size) return std::nullopt;
    return position / w.base_dilation;
}

// The element as an index; adds the conditions under which it exists, without conditions that always hold.
Index window_index(ElementBuilder& builder, const WindowDimension& w, std::int64_t size, const Index& place,
                   const Index& point, std::vector<Condition>& conditions);
// True if one of the conditions never holds.
bool never_hold(const IndexSpace& space, const std::vector<Condition>& conditions);

} // namespace hlo2cpp
