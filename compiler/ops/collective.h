// Ops of several devices together. `lower` makes exchanges of them (ir/exchange.h).
#pragma once

#include "ops/expansion.h"
#include "ops/identity.h"

namespace hlo2cpp {

// Checks of `infer`: the groups must name each number once, and all numbers unless some may be missing.
void require_groups(const InferContext& context, bool all = true);
// The size of the groups, which must be equal.
std::int64_t require_group_size(const InferContext& context);
// Checks that the source_target_pairs name existing numbers, each at most once as a source and once as a target.
void require_pairs(const InferContext& context);
// Checks that the computation takes two scalars of the operands' type and gives one.
void require_combiner(const InferContext& context);
// The one dimension along which the op joins or splits arrays.
std::size_t require_one_dimension(const InferContext& context);
// The operands' shapes with the size of that dimension mapped by `size`; a tuple of several.
Shape infer_along(const InferContext& context, const std::function<std::int64_t(std::int64_t)>& size);

// Evaluates: the operands of each member of this device's group, in the group's order; none if it is in no group.
struct Members {
    std::vector<std::vector<Tensor>> operands;
    std::size_t place = 0; // of this device
};
Members members(const EvaluateContext& context);
// The operands of the device that sends to this one; none, or zeros, if no device does.
std::optional<std::vector<Tensor>> from_source(const EvaluateContext& context, const std::vector<SourceTarget>& pairs);
std::vector<Tensor> transferred(const EvaluateContext& context, const std::vector<SourceTarget>& pairs);
// Zeros of the operands' shapes, for a device without a sender.
std::vector<Tensor> zeros_as_operands(const EvaluateContext& context);
// One tensor, or a tuple of several.
Tensor all_of(std::vector<Tensor> results);
// The shape and the value of a start: (operands, results, contexts).
Shape infer_start(const InferContext& context, Shape results);
Tensor evaluate_start(const EvaluateContext& context, Tensor results);
template <const OpDefinition& op>
OpDefinition start_of() {
    return {.infer = [](const InferContext& context) { return infer_start(context, op.infer(context)); },
            .evaluate = [](const EvaluateContext& context) { return evaluate_start(context, op.evaluate(context)); },
            .form = StartForm{.op = &op},
            .cost = Cost::Expensive,
            .collective = op.collective,
            .declares_shape = true};
}
// Joins parts along a dimension, or takes part `part` of `parts`.
Tensor joined_along(const std::vector<Tensor>& parts, std::size_t dimension);
Tensor part_along(const Tensor& whole, std::size_t dimension, std::size_t part, std::size_t parts);
// Operand number `operand` of all members, combined in the group's order.
Tensor combined(const EvaluateContext& context, const Members& members, std::size_t operand);

// Expands: true if the array goes to other devices.
bool is_exchanged(Expansion& e, InstructionId array);
// The combiner of a reduction, applied element by element to two flat arrays.
InstructionId combine(Expansion& e, ComputationId combiner, InstructionId a, InstructionId b);
// Folds `rows`, an array of [members, count], over the members in their order.
InstructionId fold_rows(Expansion& e, InstructionId rows);
// Packs arrays of one type flat behind each other, [count], and unpacks them.
InstructionId packed(Expansion& e, const Expansion::Values& arrays);
Expansion::Values unpacked(Expansion& e, InstructionId pack, const std::vector<Shape>& shapes);
// Moves the parts of [..., parts * size, ...] in front, [parts, ..., size, ...], and back.
InstructionId parts_in_front(Expansion& e, InstructionId whole, std::size_t dimension, std::int64_t parts);
InstructionId parts_along(Expansion& e, InstructionId parts, std::size_t dimension);

} // namespace hlo2cpp
