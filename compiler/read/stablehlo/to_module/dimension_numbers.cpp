#include "read/stablehlo/to_module/dimension_numbers.h"

#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using builder::Sizes;

const Dictionary& dictionary(const OpContext& context, std::string_view name) {
    const auto* found = context.operation().get<Dictionary>(name);
    if (found == nullptr) context.fail("its attribute " + std::string(name) + " is missing");
    return *found;
}

std::int64_t required(const OpContext& context, const Dictionary& from, std::string_view name) {
    constexpr std::int64_t kMissing = -1;
    const std::int64_t value = number(from, name, kMissing);
    if (value < 0) context.fail("its dimension numbers lack " + std::string(name));
    return value;
}

} // namespace

GatherDimensions gather_dimensions(const OpContext& context) {
    const Dictionary& from = dictionary(context, "dimension_numbers");
    return {.offset_dims = numbers(from, "offset_dims"),
            .collapsed_slice_dims = numbers(from, "collapsed_slice_dims"),
            .start_index_map = numbers(from, "start_index_map"),
            .operand_batching_dims = numbers(from, "operand_batching_dims"),
            .start_indices_batching_dims = numbers(from, "start_indices_batching_dims"),
            .index_vector_dim = number(from, "index_vector_dim", 0)};
}

ScatterDimensions scatter_dimensions(const OpContext& context) {
    const Dictionary& from = dictionary(context, "scatter_dimension_numbers");
    return {.update_window_dims = numbers(from, "update_window_dims"),
            .inserted_window_dims = numbers(from, "inserted_window_dims"),
            .scatter_dims_to_operand_dims = numbers(from, "scatter_dims_to_operand_dims"),
            .input_batching_dims = numbers(from, "input_batching_dims"),
            .scatter_indices_batching_dims = numbers(from, "scatter_indices_batching_dims"),
            .index_vector_dim = number(from, "index_vector_dim", 0)};
}

DotDimensions dot_dimensions(const OpContext& context, std::string_view attribute) {
    const auto* from = context.operation().get<Dictionary>(attribute);
    if (from == nullptr) return {}; // all lists are empty
    return {.lhs_contracting = numbers(*from, "lhs_contracting_dimensions"),
            .rhs_contracting = numbers(*from, "rhs_contracting_dimensions"),
            .lhs_batch = numbers(*from, "lhs_batching_dimensions"),
            .rhs_batch = numbers(*from, "rhs_batching_dimensions")};
}

ConvolutionDimensions convolution_dimensions(const OpContext& context) {
    const Dictionary& from = dictionary(context, "dimension_numbers");
    return {.input_batch = required(context, from, "input_batch_dimension"),
            .input_feature = required(context, from, "input_feature_dimension"),
            .input_spatial = numbers(from, "input_spatial_dimensions"),
            .kernel_input_feature = required(context, from, "kernel_input_feature_dimension"),
            .kernel_output_feature = required(context, from, "kernel_output_feature_dimension"),
            .kernel_spatial = numbers(from, "kernel_spatial_dimensions"),
            .output_batch = required(context, from, "output_batch_dimension"),
            .output_feature = required(context, from, "output_feature_dimension"),
            .output_spatial = numbers(from, "output_spatial_dimensions")};
}

std::vector<Sizes> padding_rows(const OpContext& context, std::size_t dimensions) {
    const std::vector<Sizes> rows = context.rows("padding", 2);
    if (context.operation().attributes.find("padding") == nullptr) return std::vector<Sizes>(dimensions, {0, 0});
    if (rows.size() != dimensions)
        context.fail("its padding is of " + std::to_string(rows.size()) + " dimensions, not of " +
                     std::to_string(dimensions));
    return rows;
}

Window window_of(const OpContext& context) {
    const Sizes sizes = context.list("window_dimensions");
    const std::size_t rank = sizes.size();
    const Sizes strides = context.list("window_strides", rank, 1), base = context.list("base_dilations", rank, 1),
                dilations = context.list("window_dilations", rank, 1);
    const std::vector<Sizes> padding = padding_rows(context, rank);
    Window window;
    for (std::size_t i = 0; i < rank; ++i)
        window.push_back({.size = sizes[i],
                          .stride = strides[i],
                          .padding_low = padding[i][0],
                          .padding_high = padding[i][1],
                          .window_dilation = dilations[i],
                          .base_dilation = base[i]});
    return window;
}

Window kernel_window(const OpContext& context, const ConvolutionDimensions& dimensions,
                     const std::vector<Sizes>& padding) {
    const Sizes& kernel = context.operand(1).shape().dims;
    const std::size_t rank = dimensions.kernel_spatial.size();
    const Sizes strides = context.list("window_strides", rank, 1), base = context.list("lhs_dilation", rank, 1),
                dilations = context.list("rhs_dilation", rank, 1), reversal = context.list("window_reversal", rank, 0);
    Window window;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t d = dimensions.kernel_spatial[i];
        if (d < 0 || d >= static_cast<std::int64_t>(kernel.size()))
            context.fail("its kernel has no dimension " + std::to_string(d));
        window.push_back({.size = kernel[static_cast<std::size_t>(d)],
                          .stride = strides[i],
                          .padding_low = padding[i][0],
                          .padding_high = padding[i][1],
                          .window_dilation = dilations[i],
                          .base_dilation = base[i],
                          .reversal = reversal[i] != 0});
    }
    return window;
}

} // namespace hlo2cpp::stablehlo
