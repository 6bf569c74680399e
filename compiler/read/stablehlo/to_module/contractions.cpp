// Products of arrays: dots, convolutions, transforms, solves.
#include "ir/builder/contractions.h"

#include <algorithm>
#include <array>

#include "ir/builder/arrays.h"
#include "read/stablehlo/to_module/dimension_numbers.h"
#include "read/stablehlo/to_module/rules.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

// A shape of the result's type, whose sizes the instruction infers.
Shape preferred(const OpContext& context) {
    return Shape::array(context.result_type().element, {});
}

// Sums are at least as precise as any of the algorithms that may be asked for, so precision and algorithm are not.
Ops convert_dot_general(const OpContext& context) {
    return {context.add(Opcode::Dot, context.operands(), {.dot = dot_dimensions(context, "dot_dimension_numbers")}, {},
                        preferred(context))};
}

Ops convert_dot(const OpContext& context) {
    context.require(2);
    return {Dot(context.operand(0), context.operand(1), context.result_type().element)};
}

// Labels of the dimensions of an einsum's operands and result, a character each.
struct EinsumLabels {
    std::string lhs, rhs, result;
};

EinsumLabels einsum_labels(const OpContext& context) {
    std::string config = context.text("einsum_config");
    std::erase(config, ' ');
    const std::size_t comma = config.find(','), arrow = config.find("->");
    const bool has_both = comma != config.npos && arrow != config.npos && comma < arrow;
    if (!has_both || config.find('.') != config.npos)
        context.fail("its einsum_config must have a label for each dimension, as in \"bij,bjk->bik\"");
    EinsumLabels labels{config.substr(0, comma), config.substr(comma + 1, arrow - comma - 1), config.substr(arrow + 2)};
    if (labels.lhs.size() != context.operand(0).shape().rank() ||
        labels.rhs.size() != context.operand(1).shape().rank())
        context.fail("its einsum_config has not as many labels as its operands have dimensions");
    for (std::string sorted : {labels.lhs, labels.rhs, labels.result}) {
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) != sorted.end())
            context.fail("its einsum_config has a label twice in one array, which hlo2cpp does not support");
    }
    return labels;
}

// A dot of the labels that both operands have: without the others, which the result must have.
Ops convert_einsum(const OpContext& context) {
    context.require(2);
    const EinsumLabels labels = einsum_labels(context);
    DotDimensions dimensions;
    std::string batch, own;
    for (std::size_t i = 0; i < labels.lhs.size(); ++i) {
        const std::size_t other = labels.rhs.find(labels.lhs[i]);
        const bool kept = labels.result.find(labels.lhs[i]) != labels.result.npos;
        if (other == labels.rhs.npos) {
            own += labels.lhs[i];
            continue;
        }
        (kept ? dimensions.lhs_batch : dimensions.lhs_contracting).push_back(static_cast<std::int64_t>(i));
        (kept ? dimensions.rhs_batch : dimensions.rhs_contracting).push_back(static_cast<std::int64_t>(other));
        if (kept) batch += labels.lhs[i];
    }
    for (const char label : labels.rhs)
        if (labels.lhs.find(label) == labels.lhs.npos) own += label;
    const std::string of_dot = batch + own;
    Sizes order;
    for (const char label : labels.result) order.push_back(static_cast<std::int64_t>(of_dot.find(label)));
    if (!std::ranges::is_permutation(of_dot, labels.result))
        context.fail("its einsum_config sums a dimension of one operand alone, or makes one: reduce or broadcast in an "
                     "operation of its own");
    const Op dot = DotGeneral(context.operand(0), context.operand(1), dimensions, context.result_type().element);
    return {std::ranges::is_sorted(order) ? dot : Transpose(dot, order)};
}

Ops convert_ragged_dot(const OpContext& context) {
    const auto* from = context.operation().get<Dictionary>("ragged_dot_dimension_numbers");
    if (from == nullptr) context.fail("its ragged_dot_dimension_numbers are missing or in a form that is not known");
    const Attribute* inside = from->find("dot_dimension_numbers");
    const Dictionary& dot =
        inside != nullptr && inside->get<Dictionary>() != nullptr ? *inside->get<Dictionary>() : *from;
    const auto either = [&](const char* a, const char* b) {
        const Sizes first = numbers(dot, a);
        return first.empty() ? numbers(dot, b) : first;
    };
    return {context.add(
        Opcode::RaggedDot, context.operands(),
        {.dot = DotDimensions{.lhs_contracting = either("lhs_contracting_dimensions", "lhs_contracting_dims"),
                              .rhs_contracting = either("rhs_contracting_dimensions", "rhs_contracting_dims"),
                              .lhs_batch = either("lhs_batching_dimensions", "lhs_batch_dims"),
                              .rhs_batch = either("rhs_batching_dimensions", "rhs_batch_dims")},
         .ragged = RaggedDimensions{.lhs_ragged = numbers(*from, "lhs_ragged_dimensions"),
                                    .rhs_group = numbers(*from, "rhs_group_dimensions")}},
        {}, preferred(context))};
}

Ops convert_convolution(const OpContext& context) {
    context.require(2);
    const ConvolutionDimensions dimensions = convolution_dimensions(context);
    return {context.add(
        Opcode::Convolution, context.operands(),
        {.window = kernel_window(context, dimensions, padding_rows(context, dimensions.kernel_spatial.size())),
         .convolution = dimensions,
         .feature_group_count = context.integer("feature_group_count", 1),
         .batch_group_count = context.integer("batch_group_count", 1)},
        {}, preferred(context))};
}

Ops convert_fft(const OpContext& context) {
    constexpr std::array<std::string_view, 4> kTypes = {"FFT", "IFFT", "RFFT", "IRFFT"};
    const auto found = std::ranges::find(kTypes, context.text("fft_type"));
    if (found == kTypes.end()) context.fail("its fft_type must be FFT, IFFT, RFFT or IRFFT");
    context.require(1);
    return {Fft(context.operand(0), static_cast<FftType>(found - kTypes.begin()), context.list("fft_length"))};
}

Ops convert_cholesky(const OpContext& context) {
    context.require(1);
    return {Cholesky(context.operand(0), context.flag("lower"))};
}

Ops convert_triangular_solve(const OpContext& context) {
    context.require(2);
    const std::string transpose = context.text("transpose_a");
    const TransposeOption option = transpose == "TRANSPOSE" ? TransposeOption::Transpose
                                   : transpose == "ADJOINT" ? TransposeOption::Adjoint
                                                            : TransposeOption::NoTranspose;
    return {TriangularSolve(context.operand(0), context.operand(1), context.flag("left_side"), context.flag("lower"),
                            context.flag("unit_diagonal"), option)};
}

constexpr auto kContractionRules = std::to_array<Rule>({
    {"stablehlo.cholesky", convert_cholesky},
    {"stablehlo.convolution", convert_convolution},
    {"stablehlo.dot", convert_dot},
    {"stablehlo.dot_general", convert_dot_general},
    {"stablehlo.einsum", convert_einsum},
    {"stablehlo.fft", convert_fft},
    {"stablehlo.triangular_solve", convert_triangular_solve},
    {"chlo.ragged_dot", convert_ragged_dot},
});

} // namespace

std::span<const Rule> contraction_rules() {
    return kContractionRules;
}

} // namespace hlo2cpp::stablehlo
