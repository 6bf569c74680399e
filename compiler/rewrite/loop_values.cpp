#include "rewrite/loop_values.h"

#include <algorithm>
#include <utility>

#include "ops/op.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

// Copies of `roots` and of all that they are made of, in front of the loop whose operands are `arguments`.
std::vector<InstructionId> copy_outside(ComputationBuilder& builder, const Computation& body,
                                        const std::vector<InstructionId>& arguments,
                                        const std::vector<InstructionId>& roots) {
    std::vector<bool> needed(body.instructions.size());
    for (const InstructionId root : roots) needed[root.index()] = true;
    for (std::size_t i = needed.size(); i-- > 0;)
        for (const InstructionId operand : body.instructions[i].operands)
            if (needed[i]) needed[operand.index()] = true;
    std::vector<InstructionId> outside(needed.size());
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (!needed[i]) continue;
        Instruction copy = body.instructions[i];
        for (InstructionId& operand : copy.operands) operand = outside[operand.index()];
        outside[i] = copy.opcode == Opcode::Parameter
                         ? arguments[static_cast<std::size_t>(copy.attributes.parameter_number)]
                         : builder.add(std::move(copy));
    }
    std::vector<InstructionId> copies;
    for (const InstructionId root : roots) copies.push_back(outside[root.index()]);
    return copies;
}

// Gives the region one more parameter for each of `sources`, instructions of the loop's body. In the body itself the
// parameters stand for them, and are handed on.
void add_parameters(Computation& region, const std::vector<Instruction>& sources,
                    const std::vector<InstructionId>& replaced) {
    const std::size_t first = region.parameters.size(), root = region.root.index();
    std::vector<InstructionId> added;
    std::size_t seen = 0;
    rebuild(region, [&](ComputationBuilder& builder, Instruction& instruction) {
        for (std::size_t k = 0; seen == 0 && k < sources.size(); ++k) {
            builder.stand_for(sources[k]);
            added.push_back(builder.parameter(sources[k].shape));
            builder[added[k]].attributes.parameter_number = static_cast<std::int64_t>(first + k);
        }
        const InstructionId id(seen++);
        if (!replaced.empty() && id.index() == root) {
            for (std::size_t k = 0; k < sources.size(); ++k) {
                instruction.operands.push_back(added[k]);
                instruction.shape.tuple.push_back(sources[k].shape);
            }
        }
        const auto known = std::lower_bound(replaced.begin(), replaced.end(), id);
        if (known != replaced.end() && *known == id) return added[static_cast<std::size_t>(known - replaced.begin())];
        return builder.add(std::move(instruction));
    });
}

} // namespace

std::vector<bool> invariant_instructions(const Computation& body) {
    std::vector<bool> invariant(body.instructions.size());
    for (std::size_t i = 0; i < invariant.size(); ++i) {
        const Instruction& instruction = body.instructions[i];
        if (instruction.opcode == Opcode::Parameter) {
            const auto leaf = static_cast<std::size_t>(instruction.attributes.parameter_number);
            invariant[i] = body[body.root].operands[leaf] == InstructionId(i);
            continue;
        }
        invariant[i] = !has_regions(instruction) && !is_host_call(instruction.opcode) &&
                       !is_barrier(instruction.opcode) && InstructionId(i) != body.root &&
                       std::ranges::all_of(instruction.operands, [&](InstructionId o) { return invariant[o.index()]; });
    }
    return invariant;
}

void compute_in_front(Module& module, ComputationBuilder& builder, Instruction& loop,
                      const std::vector<InstructionId>& roots) {
    Computation& body = module[loop.called[1]];
    std::vector<Instruction> sources;
    for (const InstructionId root : roots) sources.push_back(body[root]);
    for (const InstructionId copy : copy_outside(builder, body, loop.operands, roots)) loop.operands.push_back(copy);
    for (const Instruction& source : sources) loop.shape.tuple.push_back(source.shape);
    add_parameters(module[loop.called[0]], sources, {});
    add_parameters(body, sources, roots);
}

} // namespace hlo2cpp
