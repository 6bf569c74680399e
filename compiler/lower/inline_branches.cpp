// conditional(constant, ...) = the taken branch;
// conditional(p, a, b) of branches with few cheap scalars = select(p, branch_0(a), branch_1(b)), and of more branches
// select(i == 0, branch_0, select(i == 1, branch_1, ...)), whose innermost value is the last branch's.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "evaluate/tensor.h"
#include "ir/computation_builder.h"
#include "lower/pass.h"
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

bool can_inline(const Module& module, const Computation& computation, const Instruction& instruction) {
    return instruction.opcode == Opcode::Conditional &&
           (known_branch(computation, instruction) || becomes_selects(module, instruction));
}

class BranchInliner {
public:
    BranchInliner(const Module& module, ComputationBuilder& builder) : module_(module), builder_(builder) {}

    // The results of the conditional, whose operands are the builder's.
    std::vector<InstructionId> run(const Instruction& conditional) {
        if (const auto branch = known_branch(builder_.computation(), conditional))
            return results_of(conditional, *branch);
        const std::size_t count = conditional.called.size();
        std::vector<InstructionId> results = results_of(conditional, count - 1);
        for (std::size_t branch = count - 1; branch-- > 0;) {
            const std::vector<InstructionId> own = results_of(conditional, branch);
            const InstructionId taken = is_taken(conditional, branch);
            for (std::size_t i = 0; i < results.size(); ++i)
                results[i] = select(conditional, taken, own[i], results[i]);
        }
        return results;
    }

private:
    // Adds the instructions of a branch; computations that it calls move with them.
    std::vector<InstructionId> results_of(const Instruction& conditional, std::size_t number) {
        const Computation& branch = module_[conditional.called[number]];
        const std::size_t first = first_operand_of_region(module_, conditional, number);
        std::vector<InstructionId> now(branch.instructions.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            Instruction instruction = branch.instructions[i];
            if (instruction.opcode == Opcode::Parameter) {
                now[i] =
                    conditional.operands[first + static_cast<std::size_t>(instruction.attributes.parameter_number)];
            } else if (InstructionId(i) != branch.root) {
                for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
                now[i] = builder_.add(std::move(instruction));
            }
        }
        std::vector<InstructionId> results;
        for (InstructionId result : branch[branch.root].operands) results.push_back(now[result.index()]);
        return results;
    }

    InstructionId is_taken(const Instruction& conditional, std::size_t branch) {
        const InstructionId selector = conditional.operands[0];
        if (is_pred(builder_[selector].shape.type)) return selector;
        builder_.stand_for(conditional);
        Tensor number(Shape::scalar(ElementType::S32));
        number.integers()(0) = static_cast<std::int64_t>(branch);
        const InstructionId constant = builder_.constant(std::make_shared<const Literal>(to_literal(number)));
        const InstructionId equal =
            builder_.apply(Opcode::Compare, Shape::scalar(ElementType::Pred), {selector, constant});
        builder_[equal].attributes.direction = ComparisonDirection::Eq;
        return equal;
    }

    InstructionId select(const Instruction& conditional, InstructionId p, InstructionId a, InstructionId b) {
        if (a == b) return a;
        builder_.stand_for(conditional);
        return builder_.apply(Opcode::Select, builder_[a].shape, {p, a, b});
    }

    const Module& module_;
    ComputationBuilder& builder_;
};

bool inline_in(Module& module, ComputationId id) {
    Computation& computation = module[id];
    const auto inlines = [&](const Instruction& i) { return can_inline(module, computation, i); };
    if (std::none_of(computation.instructions.begin(), computation.instructions.end(), inlines)) return false;
    std::map<InstructionId, std::vector<InstructionId>> results; // of the replaced conditionals, in the builder
    rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
        if (instruction.opcode == Opcode::GetTupleElement) {
            const auto found = results.find(instruction.operands[0]);
            if (found != results.end())
                return found->second[static_cast<std::size_t>(instruction.attributes.tuple_index)];
        }
        if (!can_inline(module, builder.computation(), instruction)) return builder.add(std::move(instruction));
        std::vector<InstructionId> inlined = BranchInliner(module, builder).run(instruction);
        builder.stand_for(instruction);
        const InstructionId tuple = builder.tuple(inlined); // only a key: nothing reads it any more
        results.emplace(tuple, std::move(inlined));
        return tuple;
    });
    return true;
}

} // namespace

bool inline_branches(Module& module) {
    bool changed = false;
    for (ComputationId id : callees_first(module)) changed |= inline_in(module, id); // inner ones first
    return changed;
}

} // namespace hlo2cpp
