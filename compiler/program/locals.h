// The arrays that the generated file itself keeps on the stack: accumulator tiles and the small arrays behind them.
// What a compiler adds for registers that it saves or spills, or keeps in registers, is not in the program.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace hlo2cpp {

// Bytes of a function's own arrays, where they are most: blocks that follow each other share.
std::int64_t locals_bytes(const tree::Function& function);
// Along the deepest chain of calls: of a step and the helpers that it calls, since `run` has none itself.
std::int64_t locals_bytes(const Program& program);

} // namespace hlo2cpp
