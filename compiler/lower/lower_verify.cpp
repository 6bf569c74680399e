#include "lower/lower_verify.h"

#include <algorithm>

#include "ops/effects.h"
#include "ops/op.h"
#include "ops/regions.h"
#include "rewrite/pass_verify.h"

namespace hlo2cpp {
namespace {

struct LoweringChecker : ComputationChecker {
    void no_leftovers(const Effects& effects) const;
    void form(const Instruction& instruction, bool is_root) const;
    void regions(const Instruction& instruction) const;
    void lowered(const Effects& effects) const;
};

LoweringChecker checker_of(const Module& module, const Computation& computation) {
    return {{module, computation, "lowering"}};
}

void LoweringChecker::no_leftovers(const Effects& effects) const {
    std::vector<bool> used(computation.instructions.size());
    for (const Instruction& instruction : computation.instructions)
        for (InstructionId operand : instruction.operands) used[operand.index()] = true;
    used[computation.root.index()] = true;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (!used[i] && computation.instructions[i].opcode != Opcode::Parameter &&
            !effects.of(computation.instructions[i]))
            broken(computation.instructions[i], "nothing uses an instruction");
}

bool has_layout(const Shape& shape) {
    return !shape.layout.minor_to_major.empty() || !shape.layout.padded_dims.empty() || !shape.layout.tiles.empty() ||
           shape.layout.memory_space != 0 || std::any_of(shape.tuple.begin(), shape.tuple.end(), has_layout);
}

bool may_read(const Instruction& instruction, const Instruction& operand) {
    if (is_host_call(instruction.opcode)) return operand.shape.is_array() || operand.opcode == Opcode::Tuple;
    return (instruction.opcode == Opcode::GetTupleElement) == operand.shape.is_tuple();
}

void LoweringChecker::form(const Instruction& instruction, bool is_root) const {
    check(!is_inlined(instruction.opcode), instruction, "a call or a fusion is left");
    check(instruction.opcode != Opcode::Bitcast, instruction, "a bitcast is left");
    check(!has_layout(instruction.shape), instruction, "an array has a layout");
    check(instruction.control_predecessors.empty(), instruction, "a control dependency is left");
    check(!instruction.origins.empty(), instruction, "it is not known where an instruction comes from");
    check(instruction.opcode != Opcode::Constant || instruction.literal != nullptr, instruction,
          "a constant has no value");
    if (instruction.opcode == Opcode::Parameter)
        check(instruction.shape.is_array(), instruction, "a parameter is no array");
    if (instruction.shape.is_tuple()) {
        for (const Shape& element : instruction.shape.tuple)
            check(element.is_array(), instruction, "a tuple is not flat");
        check(!is_root || instruction.opcode == Opcode::Tuple, instruction, "the root is no tuple of its leaves");
    } else {
        check(instruction.shape.is_array(), instruction, "a token is left");
    }
    for (InstructionId operand : instruction.operands)
        check(may_read(instruction, computation[operand]), instruction, "it reads a tuple that it does not take");
}

void LoweringChecker::regions(const Instruction& instruction) const {
    check(instruction.shape.is_tuple(), instruction, "it gives no tuple");
    for (std::size_t r = 0; r < instruction.called.size(); ++r) {
        const Computation& region = module[instruction.called[r]];
        if (region_gives_results(instruction, r))
            check(region[region.root].opcode == Opcode::Tuple, instruction, "the root of a region is no tuple");
    }
    if (instruction.opcode != Opcode::While) return;
    const std::size_t leaves = instruction.operands.size();
    check(instruction.shape.tuple.size() == leaves, instruction, "a while does not carry one operand a leaf");
}

void LoweringChecker::lowered(const Effects& effects) const {
    no_leftovers(effects);
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        form(instruction, InstructionId(i) == computation.root);
        if (has_regions(instruction)) regions(instruction);
    }
}

// Callees come first, nothing is uncalled but the entry, and a region belongs to one instruction.
void check_calls(const Module& module) {
    std::vector<std::size_t> callers(module.computations.size()), regions(module.computations.size());
    for (std::size_t i = 0; i < module.computations.size(); ++i) {
        const LoweringChecker checker = checker_of(module, module.computations[i]);
        for (const Instruction& instruction : checker.computation.instructions)
            for (ComputationId callee : instruction.called) {
                checker.check(callee.index() < i, instruction, "it calls a computation that does not come before");
                ++callers[callee.index()];
                if (has_regions(instruction)) ++regions[callee.index()];
            }
    }
    for (std::size_t i = 0; i < callers.size(); ++i) {
        const LoweringChecker checker = checker_of(module, module.computations[i]);
        if (module.entry.index() == i ? callers[i] != 0 : callers[i] == 0)
            checker.broken("the computation is not called, or is the entry and called");
        if (regions[i] != 0 && callers[i] != 1) checker.broken("a region has another caller");
    }
}

// Boundary leaves as the memory that they are. A leaf whose layout does not fit its array stays as it is, and is found
// unequal.
std::vector<Shape> physical_leaves(const std::vector<Shape>& shapes) {
    std::vector<Shape> leaves;
    for (const Shape& shape : shapes)
        for_each_leaf(shape, [&](const Shape& leaf) {
            leaves.push_back(leaf.minor_to_major().size() == leaf.rank() ? memory_shape(leaf) : leaf);
        });
    return leaves;
}

void check_boundary(const Module& module) {
    const Computation& entry = module.entry_computation();
    const LoweringChecker checker = checker_of(module, entry);
    const std::vector<Shape> parameters = physical_leaves(module.parameter_shapes);
    if (parameters.size() != entry.parameters.size()) checker.broken("there is not one parameter a leaf");
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Instruction& parameter = entry[entry.parameters[i]];
        checker.check(same_shape(parameters[i], parameter.shape), parameter, "a parameter is not the physical array");
    }
    const Instruction& root = entry[entry.root];
    checker.check(root.opcode == Opcode::Tuple, root, "the entry's root is no tuple");
    const Shape results = Shape::tuple_of(physical_leaves({module.result_shape}));
    checker.check(same_shape(results, root.shape), root, "the results are not the physical arrays");
}

} // namespace

void verify_lowering(const Module& lowered) {
    verify_pass(lowered, "lowering");
    const Effects effects(lowered);
    for (const Computation& computation : lowered.computations) checker_of(lowered, computation).lowered(effects);
    check_calls(lowered);
    check_boundary(lowered);
}

} // namespace hlo2cpp
