#include "lower/image_groups.h"

#include "support/disjoint_sets.h"

namespace hlo2cpp {

std::vector<bool> between_convolutions(const Computation& computation,
                                       const std::function<bool(const Instruction&)>& is_image_convolution,
                                       const std::function<bool(const Instruction&)>& ties) {
    const std::size_t count = computation.instructions.size();
    DisjointSets groups(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (!ties(instruction)) continue;
        for (const InstructionId operand : instruction.operands)
            if (computation[operand].shape.rank() == instruction.shape.rank()) groups.join(operand.index(), i);
    }
    std::vector<bool> made(count), read(count), between(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (!is_image_convolution(instruction)) continue;
        made[groups.find(i)] = true;
        read[groups.find(instruction.operands[0].index())] = true;
    }
    for (std::size_t i = 0; i < count; ++i) between[i] = made[groups.find(i)] && read[groups.find(i)];
    return between;
}

} // namespace hlo2cpp
