#include "lower/simplify.h"

#include <array>

#include "ir/computation_builder.h"
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
        if (rule.of && rewrite.operand(0).opcode != *rule.of) continue;
        const Outcome outcome = rule.apply(rewrite);
        if (outcome.changed) return outcome;
    }
    return {};
}

// Every rewriting reads further back or is simpler, so it comes to an end.
InstructionId simplify_instruction(Computation& computation, Instruction& instruction, bool& changed) {
    for (;;) {
        const Outcome outcome = apply_first({computation, instruction});
        if (!outcome.changed) return {};
        changed = true;
        if (!outcome.replacement.valid()) continue;
        merge_origins(computation[outcome.replacement], instruction);
        return outcome.replacement;
    }
}

} // namespace

Outcome Rewrite::skip_operand() const {
    instruction.operands = operand(0).operands;
    return Outcome::rewritten();
}

Outcome Rewrite::become(Opcode opcode) const {
    instruction.opcode = opcode;
    instruction.attributes = {};
    return Outcome::rewritten();
}

Outcome Rewrite::become(Literal constant) const {
    instruction.operands.clear();
    instruction.literal = std::make_shared<const Literal>(std::move(constant));
    return become(Opcode::Constant);
}

bool simplify(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations)
        replace_in_order(computation, [&](Instruction& instruction) {
            return simplify_instruction(computation, instruction, changed);
        });
    return changed;
}

} // namespace hlo2cpp
