// Facts about the instructions of a computation before any of them is stored: their users, and the values that are
// cheap enough to be computed at each use.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ops/op.h"

namespace hlo2cpp {

// Access pattern of the op on its operands; an unknown op computes its elements.
Access access_of(const Instruction& instruction);
inline bool is_alias(const Instruction& instruction) {
    return access_of(instruction) == Access::Bitcast;
}
// True if the instruction moves elements, and computes none.
inline bool is_pure_index_map(const Instruction& instruction) {
    return is_alias(instruction) || access_of(instruction) == Access::Reindexed;
}
inline bool reads_guarded(const Instruction& instruction) {
    return access_of(instruction) == Access::Piecewise || access_of(instruction) == Access::Gathered;
}

// A value that at most this number of instructions decodes from constants is computed at each use.
constexpr std::size_t kMaxDecoding = 8;

class Producers {
public:
    // `counters`: parameters that count the rounds of loops.
    Producers(const Module& module, const Computation& computation, const std::vector<InstructionId>& counters);

    std::size_t users(InstructionId id) const { return users_[id.index()]; }
    // True if updates write into the array, or a loop changes it.
    bool is_overwritten(InstructionId array) const { return overwritten_[array.index()]; }
    // True for elementwise work on parameters and constants alone, like the rsqrt(variance + epsilon) of a
    // normalisation.
    bool follows_from_weights(InstructionId id) const { return follows_from_weights_[id.index()]; }
    // True for a constant, or a value that a few cheap elementwise instructions compute from constants alone, like
    // quantised integers that are scaled to floats, or codes that are looked up in a small table. It is computed at
    // each use: a stored array would take more memory than the constant.
    bool decodes_constants(InstructionId id) const { return decoding_[id.index()] <= kMaxDecoding; }
    // True for a scalar that a few cheap operations compute from counters and constants.
    bool counts(InstructionId id) const { return counting_[id.index()] > 0; }

    // The array from which bitcasts make this one.
    InstructionId whole(InstructionId array) const;
    // True if the instruction is a dot or another reduction, or follows from one element by element through values with
    // one use each.
    bool ends_reduction(InstructionId id) const { return ends_reduction_[id.index()]; }

private:
    void find_overwritten(const Module& module);
    bool weights_give(const Instruction& instruction) const;
    bool looks_up_codes(const Instruction& instruction) const;
    // True for a reduction, and for a value that follows from one whose users are known.
    bool follows_from_reduction(const Instruction& instruction) const;
    // Number of instructions that decode constants into this value; more than kMaxDecoding for any other value.
    std::size_t decoding_instructions(const Instruction& instruction) const;
    // Number of instructions that compute this value from counters; 0 for any other value, or if there are too many.
    std::size_t counting_instructions(const Instruction& instruction) const;

    const Computation& computation_;
    // All vectors are indexed by instruction.
    std::vector<std::size_t> users_;
    std::vector<bool> overwritten_, follows_from_weights_, ends_reduction_;
    std::vector<std::size_t> decoding_, counting_;
};

} // namespace hlo2cpp
