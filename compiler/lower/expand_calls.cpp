// A computation that reduce, sort and the like call is computed inside a kernel if it is a tree of scalar expressions.
// If it holds a loop, a conditional, a reduction, ... the op becomes a loop that calls it.
#include <algorithm>

#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/op.h"
#include "ops/regions.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

bool is_varied_constant(const Instruction& instruction) {
    return instruction.opcode == Opcode::Constant && !instruction.shape.is_scalar();
}

// `simple`: of the computations that it calls.
bool is_scalar_expression(const Instruction& instruction, const std::vector<bool>& simple) {
    if (is_varied_constant(instruction)) return false; // an array in memory
    const bool calls_simple = std::all_of(instruction.called.begin(), instruction.called.end(),
                                          [&](ComputationId id) { return simple[id.index()]; });
    const bool is_given = instruction.opcode == Opcode::Parameter || instruction.opcode == Opcode::Constant ||
                          instruction.opcode == Opcode::Tuple;
    return is_given ||
           (calls_simple && element_of(instruction.opcode) != nullptr && !reduces(*definition_of(instruction.opcode)));
}

[[noreturn]] void refuse(const Computation& computation, const Instruction& instruction) {
    throw InputError(Diagnostic{
        .message = "its computation holds a loop, a conditional, a reduction or an array, which is not supported "
                   "here: use arithmetic on scalars alone in it",
        .instruction = describe(computation, instruction),
        .op_name = describe_origin(instruction.metadata),
        .place = instruction.place});
}

bool needs_loop(const Instruction& instruction, const std::vector<bool>& simple) {
    if (has_regions(instruction) || is_inlined(instruction.opcode)) return false;
    return std::any_of(instruction.called.begin(), instruction.called.end(),
                       [&](ComputationId id) { return !simple[id.index()]; });
}

} // namespace

bool expand_calls(Module& module) {
    std::vector<bool> simple(module.computations.size());
    for (const ComputationId id : callees_first(module))
        simple[id.index()] = std::ranges::all_of(module[id].instructions,
                                                 [&](const Instruction& i) { return is_scalar_expression(i, simple); });
    const auto needs = [&](const Instruction& instruction) { return needs_loop(instruction, simple); };
    return replace_each(module, needs, [](Expansion& e) {
        const ExpandFunction expand = definition_of(e.instruction().opcode)->expand_call;
        if (expand == nullptr) refuse(e.builder().computation(), e.instruction());
        return expand(e);
    });
}

} // namespace hlo2cpp
