#include "read/nnef/ops/windows.h"

#include <algorithm>

#include "read/nnef/ops/tensors.h"
#include "support/floor_divide.h"

namespace hlo2cpp::nnef {
namespace {

Sizes ones_or(const OperationCall& call, std::string_view name, std::size_t rank) {
    Sizes values = call.integers(name);
    if (values.empty()) values.assign(rank, 1);
    if (values.size() != rank || std::ranges::any_of(values, [](std::int64_t value) { return value < 1; }))
        call.fail(std::string(name) + " is " + to_string(values) + "; expected " + std::to_string(rank) +
                  " numbers above 0");
    return values;
}

Windows parameters_of(const OperationCall& call, std::size_t rank, const Sizes& size) {
    constexpr std::int64_t kMost = std::int64_t{1} << 30;
    if (size.size() != rank || std::ranges::any_of(size, [](std::int64_t extent) { return extent < 1; }))
        call.fail("size is " + to_string(size) + "; expected " + std::to_string(rank) + " numbers above 0");
    Windows windows{.size = size,
                    .stride = ones_or(call, "stride", rank),
                    .dilation = ones_or(call, "dilation", rank),
                    .padding = call.pairs("padding"),
                    .input = {},
                    .output = {}};
    if (!windows.padding.empty() && windows.padding.size() != rank)
        call.fail("padding has " + std::to_string(windows.padding.size()) + " pairs; expected " + std::to_string(rank));
    for (std::size_t d = 0; d < rank; ++d)
        if (windows.extent(d) > kMost) call.fail("a window of " + std::to_string(windows.extent(d)) + " is too large");
    return windows;
}

// Splits the padding in halves; an odd element goes to the end.
std::pair<std::int64_t, std::int64_t> halved(std::int64_t total) {
    total = std::max<std::int64_t>(total, 0);
    return {total / 2, total - total / 2};
}

} // namespace

Windows windows_of(const OperationCall& call, const Sizes& input, const Sizes& size) {
    Windows windows = parameters_of(call, input.size(), size);
    const bool automatic = windows.padding.empty();
    windows.input = input;
    for (std::size_t d = 0; d < input.size(); ++d) {
        const std::int64_t stride = windows.stride[d], extent = windows.extent(d);
        if (automatic) {
            windows.output.push_back(ceil_divide(input[d], stride));
            windows.padding.push_back(halved((windows.output[d] - 1) * stride + extent - input[d]));
            continue;
        }
        const std::int64_t room = input[d] + windows.padding[d].first + windows.padding[d].second - extent;
        if (room < 0)
            call.fail("a window of " + std::to_string(extent) + " elements is larger than the input of " +
                      std::to_string(input[d]) + " with its padding");
        windows.output.push_back(room / stride + 1);
    }
    Graph::check_extents(windows.output);
    return windows;
}

Windows transposed_windows_of(const OperationCall& call, const Sizes& input, const Sizes& size,
                              const Sizes& output_shape) {
    Windows windows = parameters_of(call, input.size(), size);
    const bool automatic = windows.padding.empty();
    windows.output = input;
    for (std::size_t d = 0; d < input.size(); ++d) {
        const std::int64_t stride = windows.stride[d], extent = windows.extent(d);
        const std::int64_t spread = (input[d] - 1) * stride + extent; // elements that the windows reach
        const std::int64_t given = output_shape.empty() ? 0 : output_shape[d];
        if (automatic) {
            windows.input.push_back(given > 0 ? given : input[d] * stride);
            windows.padding.push_back(halved(spread - windows.input[d]));
        } else {
            const auto [low, high] = windows.padding[d];
            windows.input.push_back(given > 0 ? given : spread - low - high);
        }
        const auto [low, high] = windows.padding[d];
        const std::int64_t room = windows.input[d] + low + high - extent;
        const std::int64_t expected = automatic  ? ceil_divide(windows.input[d], stride)
                                      : room < 0 ? 0
                                                 : room / stride + 1;
        if (windows.input[d] > 0 && expected != input[d])
            call.fail("an output of " + std::to_string(windows.input[d]) + " elements would come from " +
                      std::to_string(expected) + " in dimension " + std::to_string(d) + ", but the input has " +
                      std::to_string(input[d]));
    }
    Graph::check_extents(windows.input);
    return windows;
}

PaddingPairs transposed_padding(const Windows& windows) {
    PaddingPairs result;
    for (std::size_t d = 0; d < windows.size.size(); ++d) {
        const std::int64_t extent = windows.extent(d), spread = (windows.output[d] - 1) * windows.stride[d] + 1;
        const std::int64_t low = extent - 1 - windows.padding[d].first;
        result.emplace_back(low, windows.input[d] + extent - 1 - spread - low);
    }
    return result;
}

std::vector<std::int64_t> inner_counts(const Windows& windows, std::size_t dimension) {
    const std::int64_t size = windows.size[dimension], dilation = windows.dilation[dimension];
    std::vector<std::int64_t> counts;
    for (std::int64_t o = 0; o < windows.output[dimension]; ++o) {
        const std::int64_t first = o * windows.stride[dimension] - windows.padding[dimension].first;
        const std::int64_t begin = std::clamp<std::int64_t>(ceil_divide(-first, dilation), 0, size);
        const std::int64_t end =
            std::clamp<std::int64_t>(ceil_divide(windows.input[dimension] - first, dilation), 0, size);
        counts.push_back(std::max<std::int64_t>(end - begin, 0));
    }
    return counts;
}

} // namespace hlo2cpp::nnef
