// reduce(x, init) over dimensions of size 1 = combiner(init, x)
#include <algorithm>

#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

// The op of a fold of one array by one op, whose every result is of one element.
std::optional<Opcode> single_fold(const Module& module, const ComputationBuilder& builder,
                                  const Instruction& instruction) {
    if (instruction.operands.size() != 2) return std::nullopt;
    const std::vector<std::int64_t>& dims = builder[instruction.operands[0]].shape.dims;
    const auto is_one = [&](std::int64_t d) { return dims[static_cast<std::size_t>(d)] == 1; };
    if (!std::ranges::all_of(instruction.attributes.dimensions, is_one)) return std::nullopt;
    return simple_combiner(module[instruction.called[0]]);
}

} // namespace

bool expand_single_folds(Module& module) {
    return replace_each(module, Opcode::Reduce, [&](Expansion& e) -> std::optional<InstructionId> {
        const std::optional<Opcode> combiner = single_fold(module, e.builder(), e.instruction());
        if (!combiner) return std::nullopt;
        const InstructionId x = e.reshape(e.operand(0), e.shape().dims);
        return e.binary(*combiner, e.broadcast(e.operand(1), e.shape().dims), x);
    });
}

} // namespace hlo2cpp
