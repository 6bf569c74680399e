#include "fuse/overlap.h"

#include "ir/exchange.h"

namespace hlo2cpp {

std::vector<bool> overlapping(const Computation& computation) {
    const std::size_t count = computation.instructions.size();
    std::vector<int> begun(count + 1); // exchanges that begin in front of the instruction, less those that end
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = computation.instructions[i];
        if (exchange_of(instruction) != Exchange::Wait) continue;
        ++begun[instruction.operands[0].index() + 1];
        --begun[i];
    }
    std::vector<bool> overlaps(count);
    int under_way = 0;
    for (std::size_t i = 0; i < count; ++i) {
        under_way += begun[i];
        overlaps[i] = under_way > 0;
    }
    return overlaps;
}

} // namespace hlo2cpp
