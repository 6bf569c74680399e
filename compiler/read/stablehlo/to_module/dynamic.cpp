// Operations whose sizes are operands: with known sizes they are the static operations.
#include <array>

#include "ir/builder/arrays.h"
#include "ir/builder/control.h"
#include "ir/builder/folds.h"
#include "read/stablehlo/to_module/arrays.h"
#include "read/stablehlo/to_module/dimension_numbers.h"
#include "read/stablehlo/to_module/rules.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

Ops convert_dynamic_broadcast_in_dim(const OpContext& context) {
    context.require(2);
    return {broadcast_in_dim(context.operand(0), context.known_sizes(1), context.list("broadcast_dimensions"))};
}

Ops convert_dynamic_reshape(const OpContext& context) {
    context.require(2);
    return {Reshape(context.operand(0), context.known_sizes(1))};
}

Ops convert_dynamic_iota(const OpContext& context) {
    context.require(1);
    return {Iota(context.builder(), Shape::array(context.result_type().element, context.known_sizes(0)),
                 context.integer("iota_dimension", 0))};
}

Ops convert_dynamic_pad(const OpContext& context) {
    context.require(5);
    return {pad_of(context.operand(0), context.operand(1), context.known(2), context.known(3), context.known(4))};
}

Ops convert_real_dynamic_slice(const OpContext& context) {
    context.require(4);
    return {Slice(context.operand(0), context.known(1), context.known(2), context.known(3))};
}

Ops convert_dynamic_gather(const OpContext& context) {
    context.require(3);
    return {context.add(Opcode::Gather, context.operands(0, 2),
                        {.gather = gather_dimensions(context), .slice_sizes = context.known_sizes(2)})};
}

Ops convert_dynamic_conv(const OpContext& context) {
    context.require(3);
    const ConvolutionDimensions dimensions = convolution_dimensions(context);
    const Sizes values = context.known(2);
    std::vector<Sizes> padding;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2) padding.push_back({values[i], values[i + 1]});
    if (padding.size() != dimensions.kernel_spatial.size())
        context.fail("its padding must have a row for each spatial dimension");
    return {context.add(Opcode::Convolution, context.operands(0, 2),
                        {.window = kernel_window(context, dimensions, padding),
                         .convolution = dimensions,
                         .feature_group_count = context.integer("feature_group_count", 1),
                         .batch_group_count = context.integer("batch_group_count", 1)},
                        {}, Shape::array(context.result_type().element, {}))};
}

Ops convert_dynamic_top_k(const OpContext& context) {
    context.require(2);
    const Sizes k = context.known_sizes(1);
    if (k.size() != 1) context.fail("its second operand must be one number");
    return unpack(TopK(context.operand(0), k[0]), 2);
}

Ops convert_dynamic_rng_bit_generator(const OpContext& context) {
    context.require(2);
    const std::string name = context.text("rng_algorithm");
    const RandomAlgorithm algorithm = name == "THREE_FRY" ? RandomAlgorithm::ThreeFry
                                      : name == "PHILOX"  ? RandomAlgorithm::Philox
                                                          : RandomAlgorithm::Default;
    return unpack(RngBitGenerator(algorithm, context.operand(0),
                                  Shape::array(context.result_type(1).element, context.known_sizes(1))),
                  2);
}

// Arrays, initial values, then the window's sizes, strides, dilations of the base and of the window, and padding.
Ops convert_dynamic_reduce_window(const OpContext& context) {
    constexpr std::size_t kWindow = 5;
    if (context.operand_count() < kWindow + 2 || (context.operand_count() - kWindow) % 2 != 0)
        context.fail("it takes arrays, as many initial values, and five operands of its window");
    const std::size_t arrays = context.operand_count() - kWindow;
    std::vector<Sizes> of;
    for (std::size_t i = arrays; i < context.operand_count(); ++i) of.push_back(context.known(i));
    const std::size_t rank = of[0].size();
    if (of[1].size() != rank || of[2].size() != rank || of[3].size() != rank || of[4].size() != 2 * rank)
        context.fail("the operands of its window have different sizes");
    Window window;
    for (std::size_t i = 0; i < rank; ++i)
        window.push_back({.size = of[0][i],
                          .stride = of[1][i],
                          .padding_low = of[4][2 * i],
                          .padding_high = of[4][2 * i + 1],
                          .window_dilation = of[3][i],
                          .base_dilation = of[2][i]});
    std::vector<Shape> scalars;
    for (const Op operand : context.operands(0, arrays)) scalars.push_back(Shape::scalar(operand.shape().type));
    const ComputationId fold = context.conversion().called_function(context.operation(), scalars);
    return unpack(context.add(Opcode::ReduceWindow, context.operands(0, arrays), {.window = window}, {fold}),
                  arrays / 2);
}

constexpr auto kDynamicRules = std::to_array<Rule>({
    {"stablehlo.dynamic_broadcast_in_dim", convert_dynamic_broadcast_in_dim},
    {"stablehlo.dynamic_conv", convert_dynamic_conv},
    {"stablehlo.dynamic_gather", convert_dynamic_gather},
    {"stablehlo.dynamic_iota", convert_dynamic_iota},
    {"stablehlo.dynamic_pad", convert_dynamic_pad},
    {"stablehlo.dynamic_reduce_window", convert_dynamic_reduce_window},
    {"stablehlo.dynamic_reshape", convert_dynamic_reshape},
    {"stablehlo.dynamic_rng_bit_generator", convert_dynamic_rng_bit_generator},
    {"stablehlo.dynamic_top_k", convert_dynamic_top_k},
    {"stablehlo.real_dynamic_slice", convert_real_dynamic_slice},
});

} // namespace

std::span<const Rule> dynamic_rules() {
    return kDynamicRules;
}

} // namespace hlo2cpp::stablehlo
