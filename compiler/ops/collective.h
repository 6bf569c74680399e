// Ops in which devices take part together. `lower` makes exchanges of them (ir/exchange.h).
#pragma once

#include "ops/expansion.h"
#include "ops/identity.h"

namespace hlo2cpp {

// Checks of `infer`: that the groups name each number once, and all of them unless some may be missing.
void require_groups(const InferContext& context, bool all = true);
// The size of the groups, which must be equal; complains where they differ.
std::int64_t require_group_size(const InferContext& context);
// Checks that the source_target_pairs name numbers that there are, each at most once as a source and once as a target.
void require_pairs(const InferContext& context);
// Checks that the computation takes two scalars of the operands' type and gives one.
void require_combiner(const InferContext& context);
// The one dimension along which the op joins or splits arrays.
std::size_t require_one_dimension(const InferContext& context);
// The operands with that dimension as `size` gives it from the operand's; a tuple of several.
Shape infer_along(const InferContext& context, const std::function<std::int64_t(std::int64_t)>& size);

// Evaluates: the operands of each member of this device's group, in the group's order; none where it is in no group.
struct Members {
    std::vector<std::vector<Tensor>> operands;
    std::size_t place = 0; // of this device
};
Members members(const EvaluateContext& context);
// The operands of the device that sends to this one; none where none does, or zeros.
std::optional<std::vector<Tensor>> from_source(const EvaluateContext& context, const std::vector<SourceTarget>& pairs);
std::vector<Tensor> transferred(const EvaluateContext& context, const std::vector<SourceTarget>& pairs);
// Zeros of the operands' shapes, for a device that nobody sends to.
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
// Parts along a dimension: all of them joined, or part `part` of `parts`.
Tensor joined_along(const std::vector<Tensor>& parts, std::size_t dimension);
Tensor part_along(const Tensor& whole, std::size_t dimension, std::size_t part, std::size_t parts);
// The members' arrays number `operand`, combined one after the other in the group's order.
Tensor combined(const EvaluateContext& context, const Members& members, std::size_t operand);

// Expands: whether the array goes to other devices.
bool is_exchanged(Expansion& e, InstructionId array);
// The combiner of a reduction, applied element by element to two flat arrays.
InstructionId combine(Expansion& e, ComputationId combiner, InstructionId a, InstructionId b);
// The members of a group fold `rows`, an array of [members, count], in their order.
InstructionId fold_rows(Expansion& e, InstructionId rows);
// Arrays of one type, flat and one after the other: [count], and back.
InstructionId packed(Expansion& e, const Expansion::Values& arrays);
Expansion::Values unpacked(Expansion& e, InstructionId pack, const std::vector<Shape>& shapes);
// [..., parts * size, ...] with its parts in front, [parts, ..., size, ...]; and back.
InstructionId parts_in_front(Expansion& e, InstructionId whole, std::size_t dimension, std::int64_t parts);
InstructionId parts_along(Expansion& e, InstructionId parts, std::size_t dimension);

} // namespace hlo2cpp
