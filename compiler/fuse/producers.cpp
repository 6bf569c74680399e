#include "fuse/producers.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

// A number that at most this number of instructions computes from counters is computed at each use.
constexpr std::size_t kMaxCounting = 12;
constexpr std::size_t kLookUp = 3; // instructions, in a small table

} // namespace

Access access_of(const Instruction& instruction) {
    const OpDefinition* op = definition_of(instruction.opcode);
    return op == nullptr ? Access::Computed : op->access;
}

Producers::Producers(const Module& module, const Computation& computation, const std::vector<InstructionId>& counters)
    : computation_(computation), users_(computation.instructions.size()), overwritten_(users_.size()),
      counting_(users_.size()) {
    for (const Instruction& instruction : computation.instructions)
        for (const InstructionId operand : instruction.operands) ++users_[operand.index()];
    find_overwritten(module);
    for (const Instruction& instruction : computation.instructions) {
        follows_from_weights_.push_back(weights_give(instruction));
        decoding_.push_back(decoding_instructions(instruction));
        ends_reduction_.push_back(users(InstructionId(ends_reduction_.size())) == 1 &&
                                  follows_from_reduction(instruction));
    }
    for (const InstructionId counter : counters) counting_[counter.index()] = 1;
    for (std::size_t i = 0; i < counting_.size() && !counters.empty(); ++i)
        if (counting_[i] == 0) counting_[i] = counting_instructions(computation.instructions[i]);
}

void Producers::find_overwritten(const Module& module) {
    for (const Instruction& instruction : computation_.instructions) {
        if (update_of(instruction.opcode) != nullptr) {
            overwritten_[whole(instruction.operands[0]).index()] = true;
        } else if (instruction.opcode == Opcode::While) {
            const Computation& body = module[instruction.called[1]];
            for (std::size_t leaf = 0; leaf < instruction.operands.size(); ++leaf)
                if (body[body.root].operands[leaf] != body.parameters[leaf])
                    overwritten_[whole(instruction.operands[leaf]).index()] = true;
        }
    }
}

bool Producers::weights_give(const Instruction& instruction) const {
    if (instruction.opcode == Opcode::Parameter || instruction.opcode == Opcode::Constant) return true;
    if (!(is_elementwise(instruction.opcode) || is_pure_index_map(instruction)) || instruction.operands.empty())
        return false;
    return std::ranges::all_of(instruction.operands,
                               [&](InstructionId operand) { return follows_from_weights_[operand.index()]; });
}

// True for the numbers of a small table that codes of a byte or fewer bits stand for, one each.
bool Producers::looks_up_codes(const Instruction& instruction) const {
    constexpr std::int64_t kLargestTable = 256;
    if (instruction.opcode != Opcode::Gather) return false;
    const Shape &table = computation_[instruction.operands[0]].shape,
                &codes = computation_[instruction.operands[1]].shape;
    return table.elements() <= kLargestTable && is_integer(codes.type) && info(codes.type).bits <= 8 &&
           std::ranges::all_of(instruction.attributes.slice_sizes, [](std::int64_t size) { return size == 1; });
}

std::size_t Producers::decoding_instructions(const Instruction& instruction) const {
    if (instruction.opcode == Opcode::Constant) return 0;
    const bool cheap = is_elementwise(instruction.opcode) && definition_of(instruction.opcode)->cost <= Cost::Cheap;
    const bool looks_up = looks_up_codes(instruction);
    if (!(cheap || looks_up || is_pure_index_map(instruction)) || instruction.operands.empty()) return kMaxDecoding + 1;
    std::size_t count = looks_up ? kLookUp : cheap ? 1 : 0;
    for (const InstructionId operand : instruction.operands) count += decoding_[operand.index()];
    return std::min(count, kMaxDecoding + 1);
}

std::size_t Producers::counting_instructions(const Instruction& instruction) const {
    const OpDefinition* op = definition_of(instruction.opcode);
    if (op == nullptr || !instruction.shape.is_array() || instruction.shape.elements() != 1 ||
        (op->cost > Cost::Cheap && index_of(instruction.opcode) == nullptr) ||
        !(is_elementwise(instruction.opcode) || is_pure_index_map(instruction)))
        return 0;
    std::size_t count = 1;
    bool counts = false;
    for (const InstructionId operand : instruction.operands) {
        if (computation_[operand].opcode == Opcode::Constant) continue;
        if (counting_[operand.index()] == 0) return 0;
        count += counting_[operand.index()];
        counts = true;
    }
    return counts && count <= kMaxCounting ? count : 0;
}

InstructionId Producers::whole(InstructionId array) const {
    while (is_alias(computation_[array])) array = computation_[array].operands[0];
    return array;
}

bool Producers::follows_from_reduction(const Instruction& instruction) const {
    const OpDefinition* op = definition_of(instruction.opcode);
    if (op != nullptr && reduces(*op)) return true;
    if (is_alias(instruction)) return ends_reduction(instruction.operands[0]);
    return is_elementwise(instruction.opcode) && std::ranges::any_of(instruction.operands, [&](InstructionId operand) {
               return computation_[operand].shape.dims == instruction.shape.dims && ends_reduction(operand);
           });
}

} // namespace hlo2cpp
