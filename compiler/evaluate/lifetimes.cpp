#include "evaluate/lifetimes.h"

#include <algorithm>

#include "ops/feed.h"

namespace hlo2cpp {
namespace {

// The part of a value that the instructions seen so far use; they are seen from last to first.
struct Use {
    bool any = false;
    bool whole = false;
    std::vector<bool> elements; // of a tuple
};

// Marks the use; true if it is the first one of that part.
bool mark(Use& use, const Instruction& user, const Shape& used) {
    use.any = true;
    if (user.opcode != Opcode::GetTupleElement) {
        const bool first =
            !use.whole && std::none_of(use.elements.begin(), use.elements.end(), [](bool b) { return b; });
        use.whole = true;
        return first;
    }
    use.elements.resize(used.tuple.size());
    const auto element = static_cast<std::size_t>(user.attributes.tuple_index);
    const bool first = !use.whole && !use.elements[element];
    use.elements[element] = true;
    return first;
}

} // namespace

bool must_run(const Instruction& instruction, const std::vector<bool>& feeds) {
    return feed_of(instruction) != Feed::None ||
           std::ranges::any_of(instruction.called, [&](ComputationId called) { return feeds[called.index()]; });
}

Lifetimes lifetimes_of(const Computation& computation, const std::vector<bool>& feeds) {
    const std::size_t count = computation.instructions.size();
    Lifetimes lifetimes;
    lifetimes.needed.resize(count);
    lifetimes.dies.resize(count);
    lifetimes.last_uses.resize(count);
    std::vector<Use> uses(count);
    uses[computation.root.index()] = {.any = true, .whole = true};
    lifetimes.needed[computation.root.index()] = true;
    for (std::size_t i = count; i-- > 0;) {
        const Instruction& instruction = computation.instructions[i];
        if (must_run(instruction, feeds)) lifetimes.needed[i] = true;
        if (!lifetimes.needed[i]) continue;
        if (!uses[i].any) lifetimes.last_uses[i].push_back(InstructionId(i)); // nobody reads it
        lifetimes.dies[i].resize(instruction.operands.size());
        std::vector<InstructionId> sorted = instruction.operands;
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const InstructionId operand = instruction.operands[k];
            lifetimes.needed[operand.index()] = true;
            Use& use = uses[operand.index()];
            if (!use.any) lifetimes.last_uses[i].push_back(operand);
            const bool last = mark(use, instruction, computation[operand].shape);
            // A value that is an operand twice does not die, because overwriting one would change the other.
            const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), operand);
            lifetimes.dies[i][k] = last && end - first == 1;
        }
    }
    return lifetimes;
}

} // namespace hlo2cpp
