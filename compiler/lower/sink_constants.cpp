// A value that a while's body hands on unchanged keeps its initial value: get-tuple-element of it is the operand, and an
// operand that is a constant (or a broadcast of a scalar one) is repeated inside condition and body. The literal itself
// is shared.
#include <algorithm>

#include "ir/builder.h"
#include "lower/pass.h"

namespace hlo2cpp {
namespace {

bool is_scalar_constant(const Instruction& instruction) {
    return instruction.opcode == Opcode::Constant && instruction.shape.is_scalar();
}

bool can_sink(const Computation& computation, const Instruction& value) {
    if (value.opcode == Opcode::Constant) return true;
    return value.opcode == Opcode::Broadcast && is_scalar_constant(computation[value.operands[0]]);
}

bool is_invariant(const Computation& body, std::size_t leaf) {
    return body[body.root].operands[leaf] == body.parameters[leaf];
}

// The initial value, where `get` reads an invariant result of a while.
InstructionId bypass(const Module& module, const Instruction& get, const Instruction& loop) {
    if (get.opcode != Opcode::GetTupleElement || loop.opcode != Opcode::While) return {};
    const auto leaf = static_cast<std::size_t>(get.attributes.tuple_index);
    return is_invariant(module[loop.called[1]], leaf) ? loop.operands[leaf] : InstructionId();
}

// Uses of every instruction, the root's not among them where `ignore_root`.
std::vector<bool> used_instructions(const Computation& computation, bool ignore_root) {
    std::vector<bool> used(computation.instructions.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (ignore_root && InstructionId(i) == computation.root) continue;
        for (InstructionId operand : computation.instructions[i].operands) used[operand.index()] = true;
    }
    if (!ignore_root) used[computation.root.index()] = true;
    return used;
}

InstructionId repeat(ComputationBuilder& builder, const Computation& outside, const Instruction& value) {
    Instruction copy = value;
    for (InstructionId& operand : copy.operands) operand = builder.add(outside[operand]);
    return builder.add(std::move(copy));
}

// In one region of `loop`: what reads a parameter of `sinks` (one flag a leaf) reads a copy of its initial value instead.
bool sink_into(Computation& region, bool is_body, const Computation& outside, const Instruction& loop,
               std::vector<bool> sinks) {
    const std::vector<bool> used = used_instructions(region, is_body);
    for (std::size_t i = 0; i < sinks.size(); ++i) sinks[i] = sinks[i] && used[region.parameters[i].index()];
    if (std::find(sinks.begin(), sinks.end(), true) == sinks.end()) return false;

    std::vector<InstructionId> parameters(sinks.size()); // of the new region
    std::size_t seen = 0;
    const std::size_t root = region.root.index();
    rebuild(region, [&](ComputationBuilder& builder, Instruction& instruction) {
        const bool is_root = seen++ == root;
        if (is_root && is_body)
            for (std::size_t i = 0; i < sinks.size(); ++i)
                if (sinks[i]) instruction.operands[i] = parameters[i];
        if (instruction.opcode != Opcode::Parameter) return builder.add(std::move(instruction));
        const auto number = static_cast<std::size_t>(instruction.attributes.parameter_number);
        parameters[number] = builder.add(std::move(instruction));
        return sinks[number] ? repeat(builder, outside, outside[loop.operands[number]]) : parameters[number];
    });
    return true;
}

bool sink_into_loops(Module& module, ComputationId id) {
    bool changed = false;
    const Computation& outside = module[id];
    for (const Instruction& loop : outside.instructions) {
        if (loop.opcode != Opcode::While) continue;
        std::vector<bool> sinks(loop.operands.size());
        for (std::size_t i = 0; i < sinks.size(); ++i)
            sinks[i] = is_invariant(module[loop.called[1]], i) && can_sink(outside, outside[loop.operands[i]]);
        changed |= sink_into(module[loop.called[0]], false, outside, loop, sinks);
        changed |= sink_into(module[loop.called[1]], true, outside, loop, sinks);
    }
    return changed;
}

// What reads an invariant result of a while reads its initial value.
bool bypass_loops(Module& module, ComputationId id) {
    const auto first_operand = [](const auto& computation, const Instruction& i) -> const Instruction& {
        return i.operands.empty() ? i : computation[i.operands[0]];
    };
    const std::vector<Instruction>& all = module[id].instructions;
    const bool any = std::any_of(all.begin(), all.end(), [&](const Instruction& i) {
        return bypass(module, i, first_operand(module[id], i)).valid();
    });
    if (!any) return false;
    rebuild(module[id], [&](ComputationBuilder& builder, Instruction& i) {
        const InstructionId initial = bypass(module, i, first_operand(std::as_const(builder), i));
        return initial.valid() ? initial : builder.add(std::move(i));
    });
    return true;
}

} // namespace

bool sink_constants(Module& module) {
    bool changed = false;
    const std::vector<ComputationId> order = callees_first(module);
    // Inner loops first: what they hand on, outer ones may hand on too. Then outer ones first: their constants sink further.
    for (ComputationId id : order) changed |= bypass_loops(module, id);
    for (auto id = order.rbegin(); id != order.rend(); ++id) changed |= sink_into_loops(module, *id);
    return changed;
}

} // namespace hlo2cpp
