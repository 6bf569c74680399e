// What is known of the instructions of a computation before any of them is stored: who needs them, and which of them
// are so cheap that they may be computed wherever they are used.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ops/op.h"

namespace hlo2cpp {

// How the op reads its operands; as computed of them where no op is known.
Access access_of(const Instruction& instruction);
inline bool is_alias(const Instruction& instruction) {
    return access_of(instruction) == Access::Bitcast;
}
// It moves elements, and computes none.
inline bool is_pure_index_map(const Instruction& instruction) {
    return is_alias(instruction) || access_of(instruction) == Access::Reindexed;
}
inline bool reads_guarded(const Instruction& instruction) {
    return access_of(instruction) == Access::Piecewise || access_of(instruction) == Access::Gathered;
}

// Constants that so many instructions decode are decoded wherever they are used.
constexpr std::size_t kMaxDecoding = 8;

class Producers {
public:
    // `counters`: parameters that count the rounds of loops.
    Producers(const Module& module, const Computation& computation, const std::vector<InstructionId>& counters);

    std::size_t users(InstructionId id) const { return users_[id.index()]; }
    // Updates write into the array, or a loop changes it.
    bool is_overwritten(InstructionId array) const { return overwritten_[array.index()]; }
    // Elementwise work on parameters and constants alone, like the rsqrt(variance + epsilon) of a normalisation.
    bool follows_from_weights(InstructionId id) const { return follows_from_weights_[id.index()]; }
    // A constant, or what a few cheap elementwise instructions make of constants alone. So integers are scaled to what
    // they stand for. It is computed where it is used, however often that is: to store it would take memory, and more
    // of it than the constant takes.
    bool decodes_constants(InstructionId id) const { return decoding_[id.index()] <= kMaxDecoding; }
    // A scalar that a few cheap operations make of counters and constants.
    bool counts(InstructionId id) const { return counting_[id.index()] > 0; }

    // The array that bitcasts make this one of.
    InstructionId whole(InstructionId array) const;
    // Whether it is a dot or the like, or is computed of one element by element, and each of these has one use.
    bool ends_reduction(InstructionId id) const;

private:
    void find_overwritten(const Module& module);
    bool weights_give(const Instruction& instruction) const;
    // Instructions that decode constants; more than kMaxDecoding of anything else.
    std::size_t decoding_instructions(const Instruction& instruction) const;
    // Instructions that count; 0 where it is none of these, or they are too many.
    std::size_t counting_instructions(const Instruction& instruction) const;

    const Computation& computation_;
    // By instruction.
    std::vector<std::size_t> users_;
    std::vector<bool> overwritten_, follows_from_weights_;
    std::vector<std::size_t> decoding_, counting_;
};

} // namespace hlo2cpp
