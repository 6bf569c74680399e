#include "ir/builder/folds.h"

#include <numeric>

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "support/diagnostics.h"

namespace hlo2cpp::builder {
namespace {

Ops joined(Ops a, const Ops& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Builder& builder_of(const Ops& operands) {
    if (operands.empty()) throw InputError("an operation that needs operands is given none");
    return operands[0].builder();
}

// lhs < rhs of the first operand's elements.
ComputationId less_than(Builder& builder, const Ops& operands) {
    const std::unique_ptr<Builder> inside = builder.CreateSubBuilder("compare-less-than");
    Ops elements;
    for (const Op operand : operands) {
        const std::string prefix = "p." + std::to_string(elements.size() / 2);
        for (const char* side : {".lhs", ".rhs"})
            elements.push_back(Parameter(*inside, static_cast<std::int64_t>(elements.size()),
                                         Shape::scalar(operand.shape().type), prefix + side));
    }
    return inside->BuildSubComputation(LtTotalOrder(elements[0], elements[1]));
}

} // namespace

Op Reduce(Op operand, Op init_value, ComputationId computation, const Sizes& dimensions_to_reduce) {
    return Reduce(builder_of({operand}), {operand}, {init_value}, computation, dimensions_to_reduce);
}

Op Reduce(Builder& builder, const Ops& operands, const Ops& init_values, ComputationId computation,
          const Sizes& dimensions_to_reduce) {
    return builder.AddInstruction(
        {.opcode = Opcode::Reduce, .called = {computation}, .attributes = {.dimensions = dimensions_to_reduce}},
        joined(operands, init_values));
}

Op ReduceAll(Op operand, Op init_value, ComputationId computation) {
    Sizes all(operand.shape().rank());
    std::iota(all.begin(), all.end(), 0);
    return Reduce(operand, init_value, computation, all);
}

Op ReduceWindow(Op operand, Op init_value, ComputationId computation, const Sizes& window_dimensions,
                const Sizes& window_strides, Padding padding) {
    return ReduceWindow(Ops{operand}, Ops{init_value}, computation, window_dimensions, window_strides, padding);
}

Op ReduceWindow(const Ops& operands, const Ops& init_values, ComputationId computation, const Sizes& window_dimensions,
                const Sizes& window_strides, Padding padding) {
    builder_of(operands);
    return ReduceWindowWithGeneralPadding(
        operands, init_values, computation, window_dimensions, window_strides, {}, {},
        MakePadding(operands[0].shape().dims, window_dimensions, window_strides, padding));
}

Op ReduceWindowWithGeneralPadding(Op operand, Op init_value, ComputationId computation, const Sizes& window_dimensions,
                                  const Sizes& window_strides, const Sizes& base_dilations,
                                  const Sizes& window_dilations, const PaddingPairs& padding) {
    return ReduceWindowWithGeneralPadding(Ops{operand}, Ops{init_value}, computation, window_dimensions, window_strides,
                                          base_dilations, window_dilations, padding);
}

Op ReduceWindowWithGeneralPadding(const Ops& operands, const Ops& init_values, ComputationId computation,
                                  const Sizes& window_dimensions, const Sizes& window_strides,
                                  const Sizes& base_dilations, const Sizes& window_dilations,
                                  const PaddingPairs& padding) {
    Window window = MakeWindow(window_dimensions, window_strides, base_dilations, window_dilations, padding);
    return builder_of(operands).AddInstruction(
        {.opcode = Opcode::ReduceWindow, .called = {computation}, .attributes = {.window = std::move(window)}},
        joined(operands, init_values));
}

Op SelectAndScatter(Op operand, ComputationId select, const Sizes& window_dimensions, const Sizes& window_strides,
                    Padding padding, Op source, Op init_value, ComputationId scatter) {
    const PaddingPairs pairs = MakePadding(operand.shape().dims, window_dimensions, window_strides, padding);
    return SelectAndScatterWithGeneralPadding(operand, select, window_dimensions, window_strides, pairs, source,
                                              init_value, scatter);
}

Op SelectAndScatterWithGeneralPadding(Op operand, ComputationId select, const Sizes& window_dimensions,
                                      const Sizes& window_strides, const PaddingPairs& padding, Op source,
                                      Op init_value, ComputationId scatter) {
    Window window = MakeWindow(window_dimensions, window_strides, {}, {}, padding);
    return builder_of({operand}).AddInstruction(
        {.opcode = Opcode::SelectAndScatter, .called = {select, scatter}, .attributes = {.window = std::move(window)}},
        {operand, source, init_value});
}

Op Map(Builder& builder, const Ops& operands, ComputationId computation, const Sizes& dimensions,
       const Ops& static_operands) {
    Ops all = operands;
    for (const Op scalar : static_operands)
        all.push_back(operands.empty() ? scalar : ExpandInDim(scalar, operands[0].shape().dims));
    return builder.AddInstruction(
        {.opcode = Opcode::Map, .called = {computation}, .attributes = {.dimensions = dimensions}}, all);
}

Op Sort(const Ops& operands, std::optional<ComputationId> comparator, std::int64_t dimension, bool is_stable) {
    Builder& builder = builder_of(operands);
    if (dimension == -1) dimension = static_cast<std::int64_t>(operands[0].shape().rank()) - 1;
    if (!comparator) comparator = less_than(builder, operands);
    return builder.AddInstruction({.opcode = Opcode::Sort,
                                   .called = {*comparator},
                                   .attributes = {.dimensions = {dimension}, .is_stable = is_stable}},
                                  operands);
}

Op TopK(Op operand, std::int64_t k, bool largest) {
    return builder_of({operand}).AddInstruction({.opcode = Opcode::Topk, .attributes = {.k = k, .largest = largest}},
                                                {operand});
}

Op Scatter(Op input, Op scatter_indices, Op updates, ComputationId update_computation,
           const ScatterDimensions& dimension_numbers) {
    return Scatter(Ops{input}, scatter_indices, Ops{updates}, update_computation, dimension_numbers);
}

Op Scatter(const Ops& inputs, Op scatter_indices, const Ops& updates, ComputationId update_computation,
           const ScatterDimensions& dimension_numbers) {
    return builder_of(inputs).AddInstruction(
        {.opcode = Opcode::Scatter, .called = {update_computation}, .attributes = {.scatter = dimension_numbers}},
        joined(joined(inputs, {scatter_indices}), updates));
}

Op Scan(const Ops& inputs, const Ops& inits, ComputationId computation, std::int64_t scan_dimension, bool is_reverse) {
    return builder_of(inputs).AddInstruction({.opcode = Opcode::Scan,
                                              .called = {computation},
                                              .attributes = {.dimensions = {scan_dimension},
                                                             .num_carries = static_cast<std::int64_t>(inits.size()),
                                                             .is_reverse = is_reverse}},
                                             joined(inputs, inits));
}

Op BatchNormTraining(Op operand, Op scale, Op offset, float epsilon, std::int64_t feature_index) {
    return builder_of({operand}).AddInstruction(
        {.opcode = Opcode::BatchNormTraining, .attributes = {.epsilon = epsilon, .feature_index = feature_index}},
        {operand, scale, offset});
}

Op BatchNormInference(Op operand, Op scale, Op offset, Op mean, Op variance, float epsilon,
                      std::int64_t feature_index) {
    return builder_of({operand}).AddInstruction(
        {.opcode = Opcode::BatchNormInference, .attributes = {.epsilon = epsilon, .feature_index = feature_index}},
        {operand, scale, offset, mean, variance});
}

Op BatchNormGrad(Op operand, Op scale, Op batch_mean, Op batch_var, Op grad_output, float epsilon,
                 std::int64_t feature_index) {
    return builder_of({operand}).AddInstruction(
        {.opcode = Opcode::BatchNormGrad, .attributes = {.epsilon = epsilon, .feature_index = feature_index}},
        {operand, scale, batch_mean, batch_var, grad_output});
}

} // namespace hlo2cpp::builder
