#include "ir/builder/contractions.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace hlo2cpp::builder {
namespace {

Shape of_type(Op lhs, Op rhs, PreferredType preferred) {
    const ElementType a = lhs.shape().type, b = rhs.shape().type;
    return Shape::scalar(preferred.value_or(info(a).bits >= info(b).bits ? a : b));
}

Sizes sizes_at(const Shape& shape, const Sizes& dimensions) {
    Sizes sizes;
    for (const std::int64_t d : dimensions) {
        if (d < 0 || d >= static_cast<std::int64_t>(shape.rank()))
            throw InputError(to_string(shape) + " has no dimension " + std::to_string(d));
        sizes.push_back(shape.dims[static_cast<std::size_t>(d)]);
    }
    return sizes;
}

void require_count(const char* what, std::size_t count, std::size_t expected) {
    if (count != expected)
        throw InputError(std::string(what) + " must have one entry a dimension of the window, " +
                         std::to_string(expected) + ", but has " + std::to_string(count));
}

} // namespace

PaddingPairs MakePadding(const Sizes& input_dimensions, const Sizes& window_dimensions, const Sizes& window_strides,
                         Padding padding) {
    PaddingPairs pairs(input_dimensions.size());
    require_count("window_dimensions", window_dimensions.size(), pairs.size());
    require_count("window_strides", window_strides.size(), pairs.size());
    for (std::size_t i = 0; padding == Padding::Same && i < pairs.size(); ++i) {
        const std::int64_t stride = window_strides[i], size = input_dimensions[i];
        if (stride <= 0) throw InputError("window_strides must be positive");
        const std::int64_t places = (size + stride - 1) / stride;
        const std::int64_t total = std::max<std::int64_t>((places - 1) * stride + window_dimensions[i] - size, 0);
        pairs[i] = {total / 2, total - total / 2};
    }
    return pairs;
}

Window MakeWindow(const Sizes& sizes, const Sizes& strides, const Sizes& base_dilations, const Sizes& window_dilations,
                  const PaddingPairs& padding) {
    const auto fits = [&](const char* what, std::size_t count) {
        if (count != 0) require_count(what, count, sizes.size());
    };
    fits("window_strides", strides.size());
    fits("base_dilations", base_dilations.size());
    fits("window_dilations", window_dilations.size());
    fits("padding", padding.size());
    Window window(sizes.size());
    for (std::size_t i = 0; i < window.size(); ++i) {
        window[i].size = sizes[i];
        if (!strides.empty()) window[i].stride = strides[i];
        if (!base_dilations.empty()) window[i].base_dilation = base_dilations[i];
        if (!window_dilations.empty()) window[i].window_dilation = window_dilations[i];
        if (!padding.empty()) std::tie(window[i].padding_low, window[i].padding_high) = padding[i];
    }
    return window;
}

Op Dot(Op lhs, Op rhs, PreferredType preferred_element_type) {
    const std::int64_t contracted = lhs.shape().rank() == 1 ? 0 : 1;
    return DotGeneral(lhs, rhs, {.lhs_contracting = {contracted}, .rhs_contracting = {0}}, preferred_element_type);
}

Op DotGeneral(Op lhs, Op rhs, const DotDimensions& dimension_numbers, PreferredType preferred_element_type) {
    return lhs.builder().AddInstruction({.opcode = Opcode::Dot,
                                         .shape = of_type(lhs, rhs, preferred_element_type),
                                         .attributes = {.dot = dimension_numbers}},
                                        {lhs, rhs});
}

Op RaggedDot(Op lhs, Op rhs, Op group_sizes, const DotDimensions& dot_dimension_numbers,
             const RaggedDimensions& ragged_dimension_numbers, PreferredType preferred_element_type) {
    return lhs.builder().AddInstruction(
        {.opcode = Opcode::RaggedDot,
         .shape = of_type(lhs, rhs, preferred_element_type),
         .attributes = {.dot = dot_dimension_numbers, .ragged = ragged_dimension_numbers}},
        {lhs, rhs, group_sizes});
}

Op ScaledDot(Op lhs, Op rhs, Op lhs_scale, Op rhs_scale, const DotDimensions& dimension_numbers,
             PreferredType preferred_element_type) {
    return lhs.builder().AddInstruction({.opcode = Opcode::ScaledDot,
                                         .shape = of_type(lhs, rhs, preferred_element_type),
                                         .attributes = {.dot = dimension_numbers}},
                                        {lhs, rhs, lhs_scale, rhs_scale});
}

ConvolutionDimensions CreateDefaultConvDimensionNumbers(std::size_t num_spatial_dims) {
    ConvolutionDimensions numbers = {.input_batch = 0,
                                     .input_feature = 1,
                                     .kernel_input_feature = 1,
                                     .kernel_output_feature = 0,
                                     .output_batch = 0,
                                     .output_feature = 1};
    for (std::size_t i = 0; i < num_spatial_dims; ++i) {
        const auto dimension = static_cast<std::int64_t>(i + 2);
        numbers.input_spatial.push_back(dimension);
        numbers.kernel_spatial.push_back(dimension);
        numbers.output_spatial.push_back(dimension);
    }
    return numbers;
}

Op Conv(Op lhs, Op rhs, const Sizes& window_strides, Padding padding, std::int64_t feature_group_count,
        std::int64_t batch_group_count, PreferredType preferred_element_type) {
    return ConvWithGeneralDimensions(lhs, rhs, window_strides, padding,
                                     CreateDefaultConvDimensionNumbers(window_strides.size()), feature_group_count,
                                     batch_group_count, preferred_element_type);
}

Op ConvWithGeneralPadding(Op lhs, Op rhs, const Sizes& window_strides, const PaddingPairs& padding,
                          std::int64_t feature_group_count, std::int64_t batch_group_count,
                          PreferredType preferred_element_type) {
    return ConvGeneral(lhs, rhs, window_strides, padding, CreateDefaultConvDimensionNumbers(window_strides.size()),
                       feature_group_count, batch_group_count, preferred_element_type);
}

Op ConvWithGeneralDimensions(Op lhs, Op rhs, const Sizes& window_strides, Padding padding,
                             const ConvolutionDimensions& dimension_numbers, std::int64_t feature_group_count,
                             std::int64_t batch_group_count, PreferredType preferred_element_type) {
    const PaddingPairs pairs =
        MakePadding(sizes_at(lhs.shape(), dimension_numbers.input_spatial),
                    sizes_at(rhs.shape(), dimension_numbers.kernel_spatial), window_strides, padding);
    return ConvGeneral(lhs, rhs, window_strides, pairs, dimension_numbers, feature_group_count, batch_group_count,
                       preferred_element_type);
}

Op ConvGeneral(Op lhs, Op rhs, const Sizes& window_strides, const PaddingPairs& padding,
               const ConvolutionDimensions& dimension_numbers, std::int64_t feature_group_count,
               std::int64_t batch_group_count, PreferredType preferred_element_type) {
    return ConvGeneralDilated(lhs, rhs, window_strides, padding, {}, {}, dimension_numbers, feature_group_count,
                              batch_group_count, preferred_element_type);
}

Op ConvGeneralDilated(Op lhs, Op rhs, const Sizes& window_strides, const PaddingPairs& padding,
                      const Sizes& lhs_dilation, const Sizes& rhs_dilation,
                      const ConvolutionDimensions& dimension_numbers, std::int64_t feature_group_count,
                      std::int64_t batch_group_count, PreferredType preferred_element_type,
                      const std::vector<bool>& window_reversal) {
    const Sizes kernel = sizes_at(rhs.shape(), dimension_numbers.kernel_spatial);
    Window window = MakeWindow(kernel, window_strides, lhs_dilation, rhs_dilation, padding);
    if (!window_reversal.empty()) require_count("window_reversal", window_reversal.size(), window.size());
    for (std::size_t i = 0; i < window_reversal.size(); ++i) window[i].reversal = window_reversal[i];
    return lhs.builder().AddInstruction({.opcode = Opcode::Convolution,
                                         .shape = of_type(lhs, rhs, preferred_element_type),
                                         .attributes = {.window = std::move(window),
                                                        .convolution = dimension_numbers,
                                                        .feature_group_count = feature_group_count,
                                                        .batch_group_count = batch_group_count}},
                                        {lhs, rhs});
}

Op Fft(Op operand, FftType fft_type, const Sizes& fft_length) {
    return operand.builder().AddInstruction(
        {.opcode = Opcode::Fft, .attributes = {.fft_type = fft_type, .fft_length = fft_length}}, {operand});
}

Op Cholesky(Op a, bool lower) {
    return a.builder().AddInstruction({.opcode = Opcode::Cholesky, .attributes = {.lower = lower}}, {a});
}

Op TriangularSolve(Op a, Op b, bool left_side, bool lower, bool unit_diagonal, TransposeOption transpose_a) {
    const TriangularSolveOptions options = {.left_side = left_side,
                                            .lower = lower,
                                            .unit_diagonal = unit_diagonal,
                                            .transpose = transpose_a != TransposeOption::NoTranspose,
                                            .conjugate = transpose_a == TransposeOption::Adjoint};
    return a.builder().AddInstruction({.opcode = Opcode::TriangularSolve, .attributes = {.triangular_solve = options}},
                                      {a, b});
}

} // namespace hlo2cpp::builder
