// Structured attributes of operations as those of HLO.
#pragma once

#include "read/stablehlo/to_module/op_context.h"

namespace hlo2cpp::stablehlo {

GatherDimensions gather_dimensions(const OpContext& context);
ScatterDimensions scatter_dimensions(const OpContext& context);
DotDimensions dot_dimensions(const OpContext& context, std::string_view attribute);
ConvolutionDimensions convolution_dimensions(const OpContext& context);
// Low and high padding, one row a dimension; zeros where the attribute is not there.
std::vector<builder::Sizes> padding_rows(const OpContext& context, std::size_t dimensions);
// The window of reduce_window and select_and_scatter.
Window window_of(const OpContext& context);
// The window of a convolution, from the sizes of its kernel.
Window kernel_window(const OpContext& context, const ConvolutionDimensions& dimensions,
                     const std::vector<builder::Sizes>& padding);

} // namespace hlo2cpp::stablehlo
