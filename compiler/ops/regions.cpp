#include "ops/regions.h"

#include "ops/op.h"

namespace hlo2cpp {

bool has_regions(const Instruction& instruction) {
    return has_regions(instruction.opcode);
}

std::size_t first_operand_of_region(const Module& module, const Instruction& instruction, std::size_t number) {
    if (instruction.opcode == Opcode::While) return 0;
    std::size_t first = 1; // behind the selector
    for (std::size_t i = 0; i < number; ++i) first += module[instruction.called[i]].parameters.size();
    return first;
}

bool region_gives_results(const Instruction& instruction, std::size_t number) {
    return instruction.opcode != Opcode::While || number == 1;
}

} // namespace hlo2cpp
