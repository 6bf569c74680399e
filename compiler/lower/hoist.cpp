// What a while's body computes from values that never change is computed once, in front of the loop, and handed in as
// one more value that the loop only hands on:
//
//     while (x, w) { y = dot(w, w); x = x + y }    becomes    y = dot(w, w); while (x, w, y) { x = x + y }
//
// Only where that saves work: sums, products, sorts, slow functions. What only moves data stays in the body, where it
// is part of its readers; so does an array that would be large beside what the loop keeps anyway.
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/op.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

std::int64_t bytes_of(const Shape& shape) {
    std::int64_t bytes = shape.is_array() ? shape.elements() * byte_size(shape.type) : 0;
    for (const Shape& element : shape.tuple) bytes += bytes_of(element); // flat
    return bytes;
}

// What can be said of the instructions of a loop's body.
class Body {
public:
    Body(const Computation& body, const Instruction& loop)
        : body_(body), invariant_(body.instructions.size()), heavy_(invariant_.size()) {
        for (std::size_t i = 0; i < invariant_.size(); ++i) look_at(i);
        for (std::size_t leaf = 0; leaf < loop.shape.tuple.size(); ++leaf)
            if (!invariant_[body.parameters[leaf].index()]) state_bytes_ += bytes_of(loop.shape.tuple[leaf]);
    }

    // Those to compute in front of the loop, in order.
    std::vector<InstructionId> hoisted() const {
        std::vector<bool> wanted(invariant_.size());
        std::vector<InstructionId> found;
        std::int64_t bytes = 0;
        for (std::size_t i = invariant_.size(); i-- > 0;) {
            const Instruction& instruction = body_.instructions[i];
            if (wanted[i] && is_worth_a_buffer(instruction, bytes)) {
                found.push_back(InstructionId(i));
                bytes += bytes_of(instruction.shape);
                continue;
            }
            if (heavy_[i] && !wanted[i]) continue; // part of others that are hoisted
            for (const InstructionId operand : instruction.operands)
                if (heavy_[operand.index()]) wanted[operand.index()] = true;
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

private:
    void look_at(std::size_t i) {
        const Instruction& instruction = body_.instructions[i];
        if (instruction.opcode == Opcode::Parameter) {
            const auto leaf = static_cast<std::size_t>(instruction.attributes.parameter_number);
            invariant_[i] = body_[body_.root].operands[leaf] == InstructionId(i);
            return;
        }
        const std::vector<InstructionId>& operands = instruction.operands;
        invariant_[i] =
            !has_regions(instruction) && !is_host_call(instruction.opcode) && !is_barrier(instruction.opcode) &&
            InstructionId(i) != body_.root &&
            std::all_of(operands.begin(), operands.end(), [&](InstructionId o) { return invariant_[o.index()]; });
        heavy_[i] = invariant_[i] &&
                    (definition_of(instruction.opcode)->cost >= Cost::Division ||
                     std::any_of(operands.begin(), operands.end(), [&](InstructionId o) { return heavy_[o.index()]; }));
    }

    // Beside the bytes that are hoisted already.
    bool is_worth_a_buffer(const Instruction& instruction, std::int64_t bytes) const {
        if (!instruction.shape.is_array()) return false;
        const bool of_tuple = !instruction.operands.empty() && body_[instruction.operands[0]].shape.is_tuple();
        if (definition_of(instruction.opcode)->cost == Cost::Free && !of_tuple) return false;
        constexpr std::int64_t kSmall = 1024;
        // A function of each element would need no memory inside the loop.
        const std::int64_t most = is_elementwise(instruction.opcode) ? state_bytes_ / 4 : state_bytes_;
        return bytes + bytes_of(instruction.shape) <= std::max(most, kSmall);
    }

    const Computation& body_;
    std::vector<bool> invariant_, heavy_; // by instruction
    std::int64_t state_bytes_ = 0;        // of what changes from round to round
};

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

// Hoists out of one loop, whose operands are instructions of `builder` already.
bool hoist_from(Module& module, ComputationBuilder& builder, Instruction& loop) {
    Computation& body = module[loop.called[1]];
    const std::vector<InstructionId> roots = Body(body, loop).hoisted();
    if (roots.empty()) return false;
    std::vector<Instruction> sources;
    for (const InstructionId root : roots) sources.push_back(body[root]);
    for (const InstructionId copy : copy_outside(builder, body, loop.operands, roots)) loop.operands.push_back(copy);
    for (const Instruction& source : sources) loop.shape.tuple.push_back(source.shape);
    add_parameters(module[loop.called[0]], sources, {});
    add_parameters(body, sources, roots);
    return true;
}

} // namespace

bool hoist_invariant(Module& module) {
    bool changed = false;
    for (const ComputationId id : callees_first(module)) { // out of inner loops first, then further out
        const std::vector<Instruction>& all = module[id].instructions;
        if (std::none_of(all.begin(), all.end(), [](const Instruction& i) { return i.opcode == Opcode::While; }))
            continue;
        rebuild(module[id], [&](ComputationBuilder& builder, Instruction& instruction) {
            if (instruction.opcode == Opcode::While) changed = hoist_from(module, builder, instruction) || changed;
            return builder.add(std::move(instruction));
        });
    }
    return changed;
}

} // namespace hlo2cpp
