// Passes that replace instructions, each alone.
#pragma once

#include <functional>
#include <optional>

#include "ops/expansion.h"

namespace hlo2cpp {

// Builds what takes the place of an instruction; none, and nothing built: it stays.
using Replace = std::function<std::optional<InstructionId>(Expansion&)>;

// Of the instructions that are candidates. Whether any was replaced.
bool replace_each(Module& module, const std::function<bool(const Instruction&)>& is_candidate, const Replace& replace);
bool replace_each(Module& module, Opcode opcode, const Replace& replace);

} // namespace hlo2cpp
