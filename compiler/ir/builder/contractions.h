// Products of arrays: dots, convolutions, transforms, solves.
#pragma once

#include <utility>

#include "ir/builder/builder.h"

namespace hlo2cpp::builder {

enum class Padding : std::uint8_t {
    Valid, // none
    Same,  // a result as large as the operand at stride 1; an odd element of padding is at the end
};
using PaddingPairs = std::vector<std::pair<std::int64_t, std::int64_t>>; // low and high, one a dimension

// The padding of dimensions of these sizes.
PaddingPairs MakePadding(const Sizes& input_dimensions, const Sizes& window_dimensions, const Sizes& window_strides,
                         Padding padding);

// A window of these sizes. Empty strides and dilations are all 1, empty padding is none.
Window MakeWindow(const Sizes& sizes, const Sizes& strides, const Sizes& base_dilations, const Sizes& window_dilations,
                  const PaddingPairs& padding);

// Without preferred_element_type the result has the type of the more precise operand.
using PreferredType = std::optional<ElementType>;

// Dimension 1 of lhs (0 of a vector) with dimension 0 of rhs.
Op Dot(Op lhs, Op rhs, PreferredType preferred_element_type = {});
Op DotGeneral(Op lhs, Op rhs, const DotDimensions& dimension_numbers, PreferredType preferred_element_type = {});
Op RaggedDot(Op lhs, Op rhs, Op group_sizes, const DotDimensions& dot_dimension_numbers,
             const RaggedDimensions& ragged_dimension_numbers, PreferredType preferred_element_type = {});
Op ScaledDot(Op lhs, Op rhs, Op lhs_scale, Op rhs_scale, const DotDimensions& dimension_numbers,
             PreferredType preferred_element_type = {});

// Batch and feature first, spatial dimensions behind them; of the kernel output feature, input feature.
ConvolutionDimensions CreateDefaultConvDimensionNumbers(std::size_t num_spatial_dims = 2);
Op Conv(Op lhs, Op rhs, const Sizes& window_strides, Padding padding, std::int64_t feature_group_count = 1,
        std::int64_t batch_group_count = 1, PreferredType preferred_element_type = {});
Op ConvWithGeneralPadding(Op lhs, Op rhs, const Sizes& window_strides, const PaddingPairs& padding,
                          std::int64_t feature_group_count = 1, std::int64_t batch_group_count = 1,
                          PreferredType preferred_element_type = {});
Op ConvWithGeneralDimensions(Op lhs, Op rhs, const Sizes& window_strides, Padding padding,
                             const ConvolutionDimensions& dimension_numbers, std::int64_t feature_group_count = 1,
                             std::int64_t batch_group_count = 1, PreferredType preferred_element_type = {});
Op ConvGeneral(Op lhs, Op rhs, const Sizes& window_strides, const PaddingPairs& padding,
               const ConvolutionDimensions& dimension_numbers, std::int64_t feature_group_count = 1,
               std::int64_t batch_group_count = 1, PreferredType preferred_element_type = {});
// Empty dilations are all 1.
Op ConvGeneralDilated(Op lhs, Op rhs, const Sizes& window_strides, const PaddingPairs& padding,
                      const Sizes& lhs_dilation, const Sizes& rhs_dilation,
                      const ConvolutionDimensions& dimension_numbers, std::int64_t feature_group_count = 1,
                      std::int64_t batch_group_count = 1, PreferredType preferred_element_type = {},
                      const std::vector<bool>& window_reversal = {});

Op Fft(Op operand, FftType fft_type, const Sizes& fft_length);
Op Cholesky(Op a, bool lower);
enum class TransposeOption : std::uint8_t { NoTranspose, Transpose, Adjoint };
Op TriangularSolve(Op a, Op b, bool left_side, bool lower, bool unit_diagonal, TransposeOption transpose_a);

} // namespace hlo2cpp::builder
