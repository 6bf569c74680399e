// Operations that apply a computation to many elements: folds, windows, sorts, scatters.
#pragma once

#include "ir/builder/contractions.h" // Padding

namespace hlo2cpp::builder {

Op Reduce(Op operand, Op init_value, ComputationId computation, const Sizes& dimensions_to_reduce);
Op Reduce(Builder& builder, const Ops& operands, const Ops& init_values, ComputationId computation,
          const Sizes& dimensions_to_reduce);
Op ReduceAll(Op operand, Op init_value, ComputationId computation);

Op ReduceWindow(Op operand, Op init_value, ComputationId computation, const Sizes& window_dimensions,
                const Sizes& window_strides, Padding padding);
Op ReduceWindow(const Ops& operands, const Ops& init_values, ComputationId computation, const Sizes& window_dimensions,
                const Sizes& window_strides, Padding padding);
// Empty dilations are all 1.
Op ReduceWindowWithGeneralPadding(Op operand, Op init_value, ComputationId computation, const Sizes& window_dimensions,
                                  const Sizes& window_strides, const Sizes& base_dilations,
                                  const Sizes& window_dilations, const PaddingPairs& padding);
Op ReduceWindowWithGeneralPadding(const Ops& operands, const Ops& init_values, ComputationId computation,
                                  const Sizes& window_dimensions, const Sizes& window_strides,
                                  const Sizes& base_dilations, const Sizes& window_dilations,
                                  const PaddingPairs& padding);
Op SelectAndScatter(Op operand, ComputationId select, const Sizes& window_dimensions, const Sizes& window_strides,
                    Padding padding, Op source, Op init_value, ComputationId scatter);
Op SelectAndScatterWithGeneralPadding(Op operand, ComputationId select, const Sizes& window_dimensions,
                                      const Sizes& window_strides, const PaddingPairs& padding, Op source,
                                      Op init_value, ComputationId scatter);

// The computation takes an element of each operand, then the static operands, which are scalars.
Op Map(Builder& builder, const Ops& operands, ComputationId computation, const Sizes& dimensions,
       const Ops& static_operands = {});
// Sorts by the first operand, smallest first, if there is no comparator. dimension -1 is the last.
Op Sort(const Ops& operands, std::optional<ComputationId> comparator = {}, std::int64_t dimension = -1,
        bool is_stable = false);
// The k largest (smallest) of the last dimension, in order, and their indices.
Op TopK(Op operand, std::int64_t k, bool largest = true);
Op Scatter(Op input, Op scatter_indices, Op updates, ComputationId update_computation,
           const ScatterDimensions& dimension_numbers);
Op Scatter(const Ops& inputs, Op scatter_indices, const Ops& updates, ComputationId update_computation,
           const ScatterDimensions& dimension_numbers);
// The computation takes a slice of each input and the carries, gives a slice of each output and the carries.
Op Scan(const Ops& inputs, const Ops& inits, ComputationId computation, std::int64_t scan_dimension,
        bool is_reverse = false);

Op BatchNormTraining(Op operand, Op scale, Op offset, float epsilon, std::int64_t feature_index);
Op BatchNormInference(Op operand, Op scale, Op offset, Op mean, Op variance, float epsilon, std::int64_t feature_index);
Op BatchNormGrad(Op operand, Op scale, Op batch_mean, Op batch_var, Op grad_output, float epsilon,
                 std::int64_t feature_index);

} // namespace hlo2cpp::builder
