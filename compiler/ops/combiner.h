// Folds of reduce and reduce-window, which fold elements into accumulators with a computation
//
//     accumulators... = computation(accumulators..., elements...)
//
// Narrow floats are folded in f32 and rounded once at the end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ops/op.h"

namespace hlo2cpp {

// True if a fold with these results computes in wider types; any other fold rounds as its computation says.
bool folds_wide(const Shape& result);
// The op, if the computation is one associative and commutative op of its two parameters.
std::optional<Opcode> simple_combiner(const Computation& computation);

// Operands are arrays of equal sizes, then as many scalars, the initial values; the computation fits them. Returns the
// number of arrays.
std::size_t check_fold(const InferContext& context);
// Arrays of these sizes with the result types of the computation; a tuple of several.
Shape fold_shape(const InferContext& context, std::size_t arrays, const std::vector<std::int64_t>& dims);

// For one result index: sets `offsets` of the folded elements in order, each relative to the returned offset.
using ElementsOf =
    std::function<std::int64_t(const std::vector<std::int64_t>& index, std::vector<std::int64_t>& offsets)>;
Tensor evaluate_fold(const EvaluateContext& context, const std::vector<std::int64_t>& dims,
                     const ElementsOf& elements_of);

// Ends the builder's reduction, which folds the operands' elements at `index` if the conditions hold.
std::vector<ExprId> close_fold(ElementBuilder& builder, const ElementIndex& index, std::vector<Condition> conditions);
// Makes the builder's scan along the dimension, which folds the operands' elements at `index`.
std::vector<ExprId> scan_fold(ElementBuilder& builder, const ElementIndex& index, std::size_t dimension, bool reverse);

} // namespace hlo2cpp
