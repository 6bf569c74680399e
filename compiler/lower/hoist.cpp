// Loop-invariant code motion: a value that a while's body computes from values that never change is computed once, in
// front of the loop, and handed in as one more value that the loop only hands on:
//
//     while (x, w) { y = dot(w, w); x = x + y }    becomes    y = dot(w, w); while (x, w, y) { x = x + y }
//
// It is done where it saves work: sums, products, sorts, slow functions. An instruction that only moves data stays in
// the body, as a part of its readers; so does an array that would be large beside the loop's state.
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/op.h"
#include "rewrite/loop_values.h"

namespace hlo2cpp {
namespace {

std::int64_t bytes_of(const Shape& shape) {
    std::int64_t bytes = shape.is_array() ? shape.elements() * byte_size(shape.type) : 0;
    for (const Shape& element : shape.tuple) bytes += bytes_of(element); // flat
    return bytes;
}

// Facts about the instructions of a loop's body.
class Body {
public:
    Body(const Computation& body, const Instruction& loop)
        : body_(body), invariant_(invariant_instructions(body)), heavy_(invariant_.size()) {
        for (std::size_t i = 0; i < invariant_.size(); ++i) heavy_[i] = is_heavy(i);
        for (std::size_t leaf = 0; leaf < loop.shape.tuple.size(); ++leaf)
            if (!invariant_[body.parameters[leaf].index()]) state_bytes_ += bytes_of(loop.shape.tuple[leaf]);
    }

    // Instructions to compute in front of the loop, in order.
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
    bool is_heavy(std::size_t i) const {
        const Instruction& instruction = body_.instructions[i];
        if (!invariant_[i] || instruction.opcode == Opcode::Parameter) return false;
        return definition_of(instruction.opcode)->cost >= Cost::Division ||
               std::ranges::any_of(instruction.operands, [&](InstructionId o) { return heavy_[o.index()]; });
    }

    // True if the result is worth its bytes beside the `bytes` that are hoisted already.
    bool is_worth_a_buffer(const Instruction& instruction, std::int64_t bytes) const {
        if (!instruction.shape.is_array()) return false;
        const bool of_tuple = !instruction.operands.empty() && body_[instruction.operands[0]].shape.is_tuple();
        if (definition_of(instruction.opcode)->cost == Cost::Free && !of_tuple) return false;
        constexpr std::int64_t kAlwaysHoisted = 1024;
        // A function of each element would need no memory inside the loop.
        const std::int64_t most = is_elementwise(instruction.opcode) ? state_bytes_ / 4 : state_bytes_;
        return bytes + bytes_of(instruction.shape) <= std::max(most, kAlwaysHoisted);
    }

    const Computation& body_;
    std::vector<bool> invariant_, heavy_; // by instruction
    std::int64_t state_bytes_ = 0;        // of the values that change from round to round
};

// Hoists out of one loop, whose operands are instructions of `builder` already.
bool hoist_from(Module& module, ComputationBuilder& builder, Instruction& loop) {
    const std::vector<InstructionId> roots = Body(module[loop.called[1]], loop).hoisted();
    if (!roots.empty()) compute_in_front(module, builder, loop, roots);
    return !roots.empty();
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
