#include "lower/image_groups.h"

#include <numeric>

namespace hlo2cpp {
namespace {

class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0U); }

    std::size_t of(std::size_t member) {
        while (parents_[member] != member) member = parents_[member] = parents_[parents_[member]];
        return member;
    }
    void join(std::size_t a, std::size_t b) { parents_[of(a)] = of(b); }

private:
    std::vector<std::size_t> parents_;
};

} // namespace

std::vector<bool> between_convolutions(const Computation& computation,
                                       const std::function<bool(const Instruction&)>& is_image_convolution,
                                       const std::function<bool(const Instruction&)>& ties) {
    const std::size_t count = computation.instructions.size();
    Groups groups(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (!ties(instruction)) continue;
        for (const InstructionId operand : instruction.operands)
            if (computation[operand].shape.rank() == instruction.shape.rank()) groups.join(i, operand.index());
    }
    std::vector<bool> made(count), read(count), between(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (!is_image_convolution(instruction)) continue;
        made[groups.of(i)] = true;
        read[groups.of(instruction.operands[0].index())] = true;
    }
    for (std::size_t i = 0; i < count; ++i) between[i] = made[groups.of(i)] && read[groups.of(i)];
    return between;
}

} // namespace hlo2cpp
