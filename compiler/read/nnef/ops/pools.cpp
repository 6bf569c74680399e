// box, debox and max_pool: windows over all dimensions of a tensor.
#include <algorithm>
#include <limits>

#include "read/nnef/ops/border.h"
#include "read/nnef/ops/tensors.h"
#include "read/nnef/ops/windows.h"

namespace hlo2cpp::nnef {
namespace {

constexpr std::int64_t kMostCounts = std::int64_t{1} << 24; // along a dimension

const std::string& border_of(const OperationCall& call) {
    return call.word("border", {"constant", "ignore", "replicate", "reflect", "reflect-even"});
}

// The dimensions that windows fold whole, where they do nothing else.
std::optional<Sizes> folded_whole(const Windows& windows) {
    Sizes axes;
    for (std::size_t d = 0; d < windows.size.size(); ++d) {
        if (windows.padding[d] != std::pair<std::int64_t, std::int64_t>()) return {};
        if (windows.size[d] == 1 && windows.stride[d] == 1) continue;
        if (windows.size[d] != windows.input[d] || windows.dilation[d] != 1) return {};
        axes.push_back(static_cast<std::int64_t>(d));
    }
    return axes;
}

Op folded(const OperationCall& call, Op input, const Windows& windows, Joint joint, double start) {
    const ComputationId computation = call.graph().joint(joint, input.shape().type);
    const Op init = builder::ScalarLike(input, start);
    if (const std::optional<Sizes> axes = folded_whole(windows))
        return builder::Reshape(builder::Reduce(input, init, computation, *axes), windows.output);
    return builder::ReduceWindowWithGeneralPadding(input, init, computation, windows.size, windows.stride, {},
                                                   windows.dilation, windows.padding);
}

// The input with a border that windows fold like the rest; their padding is gone then.
Op with_border(const OperationCall& call, Op input, Windows& windows, const std::string& border) {
    if (!is_padded(windows.padding)) return input;
    input = bordered(call, input, windows.padding, border);
    windows.padding.assign(windows.padding.size(), {0, 0});
    windows.input = extents_of(input);
    return input;
}

// Divides by the elements of each window: all of them, or those inside of the input alone.
Op averaged(const OperationCall& call, Op sums, const Windows& windows, bool inside_only) {
    double factor = 1;
    for (std::size_t d = 0; d < windows.size.size(); ++d) {
        const bool padded = windows.padding[d] != std::pair<std::int64_t, std::int64_t>();
        if (!inside_only || !padded) {
            factor /= static_cast<double>(windows.size[d]);
            continue;
        }
        if (windows.output[d] > kMostCounts) call.fail("the output is too large for windows of different sizes");
        std::vector<float> factors;
        for (const std::int64_t count : inner_counts(windows, d))
            factors.push_back(1.0F / static_cast<float>(std::max<std::int64_t>(count, 1)));
        const Op along_axis = along(call, factors, static_cast<std::int64_t>(d), rank_of(sums));
        sums = builder::Mul(sums, broadcast(along_axis, extents_of(sums)));
    }
    return factor == 1 ? sums : builder::Mul(sums, builder::ScalarLike(sums, factor));
}

Value box(const OperationCall& call) {
    Op input = call.tensor("input");
    const std::string& border = border_of(call);
    Windows windows = windows_of(call, extents_of(input), call.integers("size"));
    if (border != "constant" && border != "ignore") input = with_border(call, input, windows, border);
    const Op sums = folded(call, input, windows, Joint::Sum, 0);
    return Value(call.logical("normalize") ? averaged(call, sums, windows, border == "ignore") : sums);
}

Value debox(const OperationCall& call) {
    Op input = call.tensor("input");
    const std::string& border = border_of(call);
    const Sizes output_shape = call.has_parameter("output_shape") ? call.integers("output_shape") : Sizes();
    if (!output_shape.empty() && output_shape.size() != input.shape().rank())
        call.fail("output_shape is " + to_string(output_shape) + "; expected the rank " +
                  std::to_string(rank_of(input)));
    Windows windows = transposed_windows_of(call, extents_of(input), call.integers("size"), output_shape);
    if (call.logical("normalize")) input = averaged(call, input, windows, border == "ignore");
    const PaddingPairs padding = windows.padding;
    const bool dropped = border == "constant" || border == "ignore";
    if (!dropped) {
        for (std::size_t d = 0; d < padding.size(); ++d) windows.input[d] += padding[d].first + padding[d].second;
        windows.padding.assign(padding.size(), {0, 0});
    }
    const ComputationId sum = call.graph().joint(Joint::Sum, ElementType::F32);
    const Op output = builder::ReduceWindowWithGeneralPadding(input, builder::ScalarLike(input, 0), sum, windows.size,
                                                              Sizes(padding.size(), 1), windows.stride,
                                                              windows.dilation, transposed_padding(windows));
    return Value(dropped ? output : unbordered(call, output, padding, border));
}

Value max_pool(const OperationCall& call) {
    Op input = call.tensor("input");
    const std::string& border = border_of(call);
    Windows windows = windows_of(call, extents_of(input), call.integers("size"));
    if (border != "ignore") input = with_border(call, input, windows, border);
    return Value(folded(call, input, windows, Joint::Maximum, -std::numeric_limits<double>::infinity()));
}

} // namespace

void add_pools(OperationTable& table) {
    table["box"] = box;
    table["debox"] = debox;
    table["max_pool"] = max_pool;
}

} // namespace hlo2cpp::nnef
