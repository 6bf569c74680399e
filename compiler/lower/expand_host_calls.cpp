// Annotations go, allocations are zeros, linear algebra becomes loops. A host call takes and gives arrays in the
// layouts that its instruction says: they become row-major arrays of permuted sizes, with transposes around the call.
#include <algorithm>

#include "evaluate/tensor.h"
#include "ir/computation_builder.h"
#include "ir/exchange.h"
#include "linalg/library_call.h"
#include "lower/pass.h"
#include "ops/custom_call.h"

namespace hlo2cpp {
namespace {

bool lies_row_major(const Shape& shape) {
    bool row_major = true;
    for_each_leaf(shape, [&](const Shape& leaf) { row_major = row_major && is_identity(physical_order(leaf)); });
    return row_major;
}

// The array as it lies in memory, by the layout of `shape`; tuples are taken apart.
InstructionId to_memory(ComputationBuilder& builder, InstructionId value, const Shape& shape) {
    if (lies_row_major(shape)) return value;
    if (shape.is_tuple()) {
        std::vector<InstructionId> leaves;
        for (std::size_t i = 0; i < shape.tuple.size(); ++i)
            leaves.push_back(to_memory(builder, builder.get_tuple_element(value, i), shape.tuple[i]));
        return builder.tuple(leaves);
    }
    return builder.transpose(value, physical_order(shape));
}

InstructionId from_memory(ComputationBuilder& builder, InstructionId value, const Shape& shape) {
    if (lies_row_major(shape)) return value;
    if (shape.is_tuple()) {
        std::vector<InstructionId> leaves;
        for (std::size_t i = 0; i < shape.tuple.size(); ++i)
            leaves.push_back(from_memory(builder, builder.get_tuple_element(value, i), shape.tuple[i]));
        return builder.tuple(leaves);
    }
    return builder.transpose(value, inverse_permutation(physical_order(shape)));
}

// Row-major, of the sizes in memory.
Shape in_memory(const Shape& shape) {
    if (shape.is_array()) return Shape::array(shape.type, permuted(shape.dims, physical_order(shape)));
    if (!shape.is_tuple()) return shape;
    std::vector<Shape> leaves;
    for (const Shape& leaf : shape.tuple) leaves.push_back(in_memory(leaf));
    return Shape::tuple_of(std::move(leaves));
}

InstructionId expand(ComputationBuilder& builder, Instruction call, AddedComputations& added) {
    if (is_annotation(call)) return call.operands.size() == 1 ? call.operands[0] : builder.tuple(call.operands);
    if (const auto linalg = linalg_call(builder.computation(), call)) {
        Expansion expansion(builder, call, added);
        return expand_linalg(expansion, *linalg);
    }
    if (exchange_of(call) != Exchange::None) return builder.add(std::move(call));
    builder.stand_for(call);
    if (is_allocation(call)) {
        const InstructionId zero = builder.constant(scalar_literal(call.shape.type, 0));
        return builder.broadcast(zero, call.shape.dims, {});
    }
    for (std::size_t i = 0; i < call.operands.size(); ++i) {
        const Shape operand = builder[call.operands[i]].shape;
        if (operand.is_token()) continue;
        const bool constrained = i < call.attributes.operand_shapes.size();
        call.operands[i] =
            to_memory(builder, call.operands[i], constrained ? call.attributes.operand_shapes[i] : operand);
    }
    call.attributes.operand_shapes.clear();
    const Shape logical = call.shape;
    call.shape = in_memory(logical);
    return from_memory(builder, builder.add(std::move(call)), logical);
}

} // namespace

bool expand_host_calls(Module& module) {
    AddedComputations added{module};
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::find(computation.instructions, Opcode::CustomCall, &Instruction::opcode) ==
            computation.instructions.end())
            continue;
        changed = true;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            return instruction.opcode == Opcode::CustomCall ? expand(builder, std::move(instruction), added)
                                                            : builder.add(std::move(instruction));
        });
    }
    for (Computation& computation : added.added) module.computations.push_back(std::move(computation));
    return changed;
}

} // namespace hlo2cpp
