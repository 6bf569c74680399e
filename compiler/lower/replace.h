// Passes that replace instructions, each alone.
#pragma once

#include <functional>
#include <optional>

#include "ops/expansion.h"

namespace hlo2cpp {

// Builds the replacement of an instruction; it returns none, and builds nothing, if the instruction stays.
using Replace = std::function<std::optional<InstructionId>(Expansion&)>;

// Replaces each instruction that is a candidate. True if any was replaced.
bool replace_each(Module& module, const std::function<bool(const Instruction&)>& is_candidate, const Replace& replace);
bool replace_each(Module& module, Opcode opcode, const Replace& replace);

} // namespace hlo2cpp
