// conv and deconv: batch and channels first, of the filter output channels, then input channels.
#include "read/nnef/ops/border.h"
#include "read/nnef/ops/tensors.h"
#include "read/nnef/ops/windows.h"

namespace hlo2cpp::nnef {
namespace {

// The border 'ignore' is a border of zeros here, since zeros add nothing to a sum.
std::string border_of_zeros(const OperationCall& call) {
    const std::string& border = call.word("border", {"constant", "ignore", "replicate", "reflect", "reflect-even"});
    return border == "ignore" ? "constant" : border;
}

Sizes spatial(const Sizes& extents) {
    return {extents.begin() + 2, extents.end()};
}

void check_ranks(const OperationCall& call, Op input, Op filter) {
    if (rank_of(input) < 3 || rank_of(input) != rank_of(filter))
        call.fail("the input has the rank " + std::to_string(rank_of(input)) + " and the filter " +
                  std::to_string(rank_of(filter)) + "; expected equal ranks of at least 3");
}

// groups = 0 are as many as there are channels.
std::int64_t groups_of(const OperationCall& call, std::int64_t channels) {
    const std::int64_t groups = call.integer("groups");
    if (groups < 0) call.fail("groups is " + std::to_string(groups) + "; expected 0 or more");
    return groups == 0 ? channels : groups;
}

Op with_bias(const OperationCall& call, Op output) {
    if (call.is_scalar("bias", 0)) return output;
    const Op bias = call.tensor("bias");
    const Sizes& extents = extents_of(bias);
    const std::int64_t channels = extents_of(output)[1];
    const std::int64_t given = extents.empty() ? 1 : extents.back();
    if (extents.size() > 2 || (extents.size() == 2 && extents[0] != 1) || (given != channels && given != 1))
        call.fail("the bias has the shape " + to_string(extents) + "; expected [1," + std::to_string(channels) + "]");
    if (given != channels) return builder::Add(output, builder::Reshape(bias, {}));
    return builder::Add(output, builder::BroadcastInDim(builder::Reshape(bias, {channels}), extents_of(output), {1}));
}

Value conv(const OperationCall& call) {
    Op input = call.tensor("input");
    const Op filter = call.tensor("filter");
    check_ranks(call, input, filter);
    const std::string border = border_of_zeros(call);
    const std::int64_t channels = extents_of(input)[1], groups = groups_of(call, channels);
    const Sizes& filter_extents = extents_of(filter);
    if (filter_extents[1] * groups != channels)
        call.fail("the filter " + to_string(filter_extents) + " has " + std::to_string(filter_extents[1]) +
                  " input channels for each of " + std::to_string(groups) + " groups, but the input has " +
                  std::to_string(channels));
    if (filter_extents[0] % groups != 0)
        call.fail("the " + std::to_string(filter_extents[0]) + " output channels are not divisible by " +
                  std::to_string(groups) + " groups");
    Windows windows = windows_of(call, spatial(extents_of(input)), spatial(filter_extents));
    if (border != "constant") {
        PaddingPairs padding = {{0, 0}, {0, 0}};
        padding.insert(padding.end(), windows.padding.begin(), windows.padding.end());
        input = bordered(call, input, padding, border);
        windows.padding.assign(windows.padding.size(), {0, 0});
    }
    const Op output =
        builder::ConvGeneralDilated(input, filter, windows.stride, windows.padding, {}, windows.dilation,
                                    builder::CreateDefaultConvDimensionNumbers(windows.size.size()), groups);
    return Value(with_bias(call, output));
}

// A deconvolution's filter as one of a convolution: mirrored, with the output channels of all groups first, then the
// input channels of one.
Op transposed_filter(Op filter, std::int64_t groups) {
    const Sizes& extents = extents_of(filter);
    Sizes split = {groups, extents[0] / groups}, joined = {extents[1] * groups, extents[0] / groups};
    split.insert(split.end(), extents.begin() + 1, extents.end());
    joined.insert(joined.end(), extents.begin() + 2, extents.end());
    Sizes order = iota(rank_of(filter) + 1);
    std::swap(order[1], order[2]);
    const Op mirrored = builder::Rev(filter, iota(rank_of(filter) - 2, 2));
    return builder::Reshape(builder::Transpose(builder::Reshape(mirrored, split), order), joined);
}

Sizes output_shape_of(const OperationCall& call, Op input, std::int64_t channels) {
    const Sizes shape = call.has_parameter("output_shape") ? call.integers("output_shape") : Sizes();
    if (shape.empty()) return {};
    if (shape.size() != input.shape().rank() || shape[0] != extents_of(input)[0] || shape[1] != channels)
        call.fail("output_shape is " + to_string(shape) + "; expected [" + std::to_string(extents_of(input)[0]) + "," +
                  std::to_string(channels) + ",...] of rank " + std::to_string(rank_of(input)));
    Graph::check_extents(shape);
    return spatial(shape);
}

Value deconv(const OperationCall& call) {
    const Op input = call.tensor("input"), filter = call.tensor("filter");
    check_ranks(call, input, filter);
    const std::string border = border_of_zeros(call);
    const std::int64_t channels = extents_of(input)[1], groups = groups_of(call, channels);
    const Sizes& filter_extents = extents_of(filter);
    if (filter_extents[0] != channels || channels % groups != 0)
        call.fail("the filter " + to_string(filter_extents) + " is for " + std::to_string(filter_extents[0]) +
                  " input channels, but the input has " + std::to_string(channels) + " in " + std::to_string(groups) +
                  " groups");
    const Sizes output_shape = output_shape_of(call, input, filter_extents[1] * groups);
    Windows windows = transposed_windows_of(call, spatial(extents_of(input)), spatial(filter_extents), output_shape);
    const PaddingPairs padding = windows.padding;
    if (border != "constant") { // the whole result; its border is then added to the elements inside
        for (std::size_t d = 0; d < padding.size(); ++d) windows.input[d] += padding[d].first + padding[d].second;
        windows.padding.assign(padding.size(), {0, 0});
    }
    Op output = builder::ConvGeneralDilated(input, transposed_filter(filter, groups), Sizes(padding.size(), 1),
                                            transposed_padding(windows), windows.stride, windows.dilation,
                                            builder::CreateDefaultConvDimensionNumbers(padding.size()), groups);
    if (border != "constant") {
        PaddingPairs all = {{0, 0}, {0, 0}};
        all.insert(all.end(), padding.begin(), padding.end());
        output = unbordered(call, output, all, border);
    }
    return Value(with_bias(call, output));
}

} // namespace

void add_convolutions(OperationTable& table) {
    table["conv"] = conv;
    table["deconv"] = deconv;
}

} // namespace hlo2cpp::nnef
