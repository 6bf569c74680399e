// conditional(constant, ...) = the taken branch;
// conditional(p, a, b) of branches with few cheap scalars = select(p, branch_0(a), branch_1(b)), and of more branches
// select(i == 0, branch_0, select(i == 1, branch_1, ...)), whose innermost value is the last branch's.
#include <algorithm>

#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"
#include "ops/op.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMaxSelects = 4;      // branches of a conditional that becomes selects
constexpr std::size_t kMaxInstructions = 8; // in all of them: they cost as much as a jump

bool is_cheap_scalar(const Instruction& instruction) {
    return instruction.shape.is_scalar() && is_elementwise(instruction.opcode) &&
           definition_of(instruction.opcode)->cost < Cost::Division;
}

bool becomes_selects(const Module& module, const Instruction& conditional) {
    if (conditional.called.size() > kMaxSelects) return false;
    std::size_t computed = 0;
    for (ComputationId branch : conditional.called) {
        for (const Instruction& instruction : module[branch].instructions) {
            const bool given = instruction.opcode == Opcode::Parameter || instruction.opcode == Opcode::Constant;
            if (instruction.opcode == Opcode::Tuple || (given && instruction.shape.is_scalar())) continue;
            if (!is_cheap_scalar(instruction) || ++computed > kMaxInstructions) return false;
        }
    }
    const std::vector<Shape>& results = conditional.shape.tuple;
    return std::all_of(results.begin(), results.end(), [](const Shape& shape) { return shape.is_scalar(); });
}

std::optional<std::size_t> known_branch(const Computation& computation, const Instruction& conditional) {
    const std::size_t count = conditional.called.size();
    if (count == 1) return 0;
    const Instruction& selector = computation[conditional.operands[0]];
    if (selector.opcode != Opcode::Constant) return {};
    const std::int64_t value = integer_of(*selector.literal);
    if (is_pred(selector.shape.type)) return value != 0 ? 0 : 1;
    return value < 0 || value >= static_cast<std::int64_t>(count) ? count - 1 : static_cast<std::size_t>(value);
}

// Chooses between the results of all branches.
class BranchSelector {
public:
    explicit BranchSelector(Expansion& e) : e_(e) {}

    Expansion::Values run() {
        const std::size_t count = e_.instruction().called.size();
        Expansion::Values results = results_of(count - 1);
        for (std::size_t branch = count - 1; branch-- > 0;) {
            const Expansion::Values own = results_of(branch);
            const InstructionId taken = is_taken(branch);
            for (std::size_t i = 0; i < results.size(); ++i)
                if (own[i] != results[i]) results[i] = e_.select(taken, own[i], results[i]);
        }
        return results;
    }

    Expansion::Values results_of(std::size_t branch) {
        const std::span<const InstructionId> operands = e_.instruction().operands;
        const std::size_t first = first_operand_of_region(e_.module(), e_.instruction(), branch);
        return inlined(e_.builder(), e_.module()[e_.instruction().called[branch]], operands.subspan(first));
    }

private:
    InstructionId is_taken(std::size_t branch) {
        const InstructionId selector = e_.operand(0);
        if (is_pred(e_.shape_of(selector).type)) return selector;
        return e_.compare(ComparisonDirection::Eq, selector, e_.integer(Shape::scalar(ElementType::S32), branch));
    }

    Expansion& e_;
};

std::optional<InstructionId> inline_branch(Expansion& e) {
    BranchSelector branches(e);
    if (const auto branch = known_branch(e.builder().computation(), e.instruction()))
        return e.tuple(branches.results_of(*branch));
    if (!becomes_selects(e.module(), e.instruction())) return std::nullopt;
    return e.tuple(branches.run());
}

} // namespace

bool inline_branches(Module& module) {
    return replace_each(module, Opcode::Conditional, inline_branch);
}

} // namespace hlo2cpp
