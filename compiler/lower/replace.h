// Passes that replace instructions, each alone, and what they find out first.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "ops/expansion.h"

namespace hlo2cpp {

// Builds the replacement of an instruction; it returns none, and builds nothing, if the instruction stays. That of a
// while or a conditional is a tuple of its results, which nothing reads any more.
using Replace = std::function<std::optional<InstructionId>(Expansion&)>;

// Replaces each instruction that is a candidate, in callees first. True if any was replaced.
bool replace_each(Module& module, const std::function<bool(const Instruction&)>& is_candidate, const Replace& replace);
bool replace_each(Module& module, Opcode opcode, const Replace& replace);

// Adds the instructions of a region, with arguments for its parameters; gives its results. Computations that it calls
// move with them.
std::vector<InstructionId> inlined(ComputationBuilder& builder, const Computation& region,
                                   std::span<const InstructionId> arguments);

// Readers of each instruction: how many, the root's among them, and the last.
struct Users {
    std::vector<int> counts;
    std::vector<std::size_t> last;

    explicit Users(const Computation& computation);
};

} // namespace hlo2cpp
