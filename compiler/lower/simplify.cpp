#include "lower/simplify.h"

#include <algorithm>
#include <array>

#include "lower/pass.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kOpcodes = 256;

const std::array<std::vector<Rule>, kOpcodes>& rules_by_opcode() {
    static const auto rules = [] {
        std::array<std::vector<Rule>, kOpcodes> by_opcode;
        for (const std::span<const Rule> list : {movement_rules(), arithmetic_rules()})
            for (const Rule& rule : list) by_opcode[static_cast<std::size_t>(rule.opcode)].push_back(rule);
        return by_opcode;
    }();
    return rules;
}

Outcome apply_first(const Rewrite& rewrite) {
    for (const Rule& rule : rules_by_opcode()[static_cast<std::size_t>(rewrite.instruction.opcode)]) {
        const Outcome outcome = rule.apply(rewrite);
        if (outcome.changed) return outcome;
    }
    return {};
}

// Every rewriting reads further back or is simpler, so it comes to an end.
InstructionId simplify_instruction(ComputationBuilder& builder, Instruction& instruction, bool& changed) {
    for (;;) {
        const Outcome outcome = apply_first({builder, instruction});
        changed |= outcome.changed;
        if (!outcome.changed) return builder.add(std::move(instruction));
        if (outcome.replacement.valid()) {
            merge_origins(builder[outcome.replacement], instruction);
            return outcome.replacement;
        }
    }
}

} // namespace

bool simplify(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations)
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            return simplify_instruction(builder, instruction, changed);
        });
    return changed;
}

} // namespace hlo2cpp
