// A value that a while's body or every branch of a conditional hands on unchanged keeps its initial value:
// get-tuple-element of it is the operand. An operand that a region may not replace, and that is a constant (or a
// broadcast of a scalar one, or an iota), is repeated inside the region. The literal itself is shared.
#include <algorithm>

#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

bool is_scalar_constant(const Instruction& instruction) {
    return instruction.opcode == Opcode::Constant && instruction.shape.is_scalar();
}

bool can_sink(const Computation& computation, const Instruction& value) {
    if (value.opcode == Opcode::Constant || value.opcode == Opcode::Iota) return true;
    return value.opcode == Opcode::Broadcast && is_scalar_constant(computation[value.operands[0]]);
}

bool is_equal_constant(const Instruction& a, const Instruction& b) {
    return a.opcode == Opcode::Constant && same_shape(a.shape, b.shape) && a.literal->bytes == b.literal->bytes;
}

// The operand of `owner` that region `number` hands on as this result, or none.
// (`outside` is the computation that the owner is in.)
InstructionId handed_on(const Module& module, const Computation& outside, const Instruction& owner, std::size_t number,
                        std::size_t leaf) {
    const Computation& region = module[owner.called[number]];
    const Instruction& result = region[region[region.root].operands[leaf]];
    if (owner.opcode == Opcode::While && result.opcode == Opcode::Constant &&
        is_equal_constant(outside[owner.operands[leaf]], result))
        return owner.operands[leaf];
    if (result.opcode != Opcode::Parameter) return {};
    const auto parameter = static_cast<std::size_t>(result.attributes.parameter_number);
    if (owner.opcode == Opcode::While && parameter != leaf) return {}; // changes from round to round
    return owner.operands[first_operand_of_region(module, owner, number) + parameter];
}

// The value that this result of a while or conditional always has, if that is one of its operands.
InstructionId unchanged(const Module& module, const Computation& outside, const Instruction& owner, std::size_t leaf) {
    InstructionId value;
    for (std::size_t r = 0; r < owner.called.size(); ++r) {
        if (!region_gives_results(owner, r)) continue;
        const InstructionId one = handed_on(module, outside, owner, r, leaf);
        if (!one.valid() || (value.valid() && one != value)) return {};
        value = one;
    }
    return value;
}

// The operand that a result of a loop or conditional always is.
std::optional<InstructionId> bypass(Expansion& e) {
    const Computation& computation = e.builder().computation();
    const Instruction& owner = computation[e.operand(0)];
    const InstructionId value = has_regions(owner) ? unchanged(e.module(), computation, owner,
                                                               static_cast<std::size_t>(e.attributes().tuple_index))
                                                   : InstructionId();
    return value.valid() ? std::optional(value) : std::nullopt;
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

// In region `number` of `owner`: readers of a parameter of `sinks` (one flag a parameter) read a copy of the operand
// instead. A while's body goes on handing the parameter on.
bool sink_into(Module& module, const Computation& outside, const Instruction& owner, std::size_t number,
               std::vector<bool> sinks) {
    Computation& region = module[owner.called[number]];
    const std::size_t first = first_operand_of_region(module, owner, number);
    const bool is_body = owner.opcode == Opcode::While && region_gives_results(owner, number);
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
        const auto parameter = static_cast<std::size_t>(instruction.attributes.parameter_number);
        parameters[parameter] = builder.add(std::move(instruction));
        return sinks[parameter] ? repeat(builder, outside, outside[owner.operands[first + parameter]])
                                : parameters[parameter];
    });
    return true;
}

bool sink_into_regions(Module& module, ComputationId id) {
    bool changed = false;
    const Computation& outside = module[id];
    for (const Instruction& owner : outside.instructions) {
        if (!has_regions(owner)) continue;
        for (std::size_t r = 0; r < owner.called.size(); ++r) {
            const std::size_t first = first_operand_of_region(module, owner, r);
            std::vector<bool> sinks(module[owner.called[r]].parameters.size());
            for (std::size_t i = 0; i < sinks.size(); ++i) {
                const bool varies = owner.opcode == Opcode::While && !unchanged(module, outside, owner, i).valid();
                sinks[i] = !varies && can_sink(outside, outside[owner.operands[first + i]]);
            }
            changed |= sink_into(module, outside, owner, r, std::move(sinks));
        }
    }
    return changed;
}

} // namespace

bool sink_constants(Module& module) {
    // Inner regions come first: outer ones may pass the same values on. Then outer ones come first: their constants
    // sink further.
    bool changed = replace_each(module, Opcode::GetTupleElement, bypass);
    const std::vector<ComputationId> order = callees_first(module);
    for (auto id = order.rbegin(); id != order.rend(); ++id) changed |= sink_into_regions(module, *id);
    return changed;
}

} // namespace hlo2cpp
