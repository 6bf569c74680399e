// The arrays that the generated file itself keeps on the stack: accumulator tiles and the small arrays behind them.
// Compilers add stack for registers that they save or spill, and keep some arrays in registers; neither is considered.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace hlo2cpp {

// Most bytes of a function's own arrays at one time; consecutive blocks share their stack.
std::int64_t locals_bytes(const tree::Function& function);
// Most bytes along a chain of calls: a step and the helpers that it calls, since `run` has no arrays itself.
std::int64_t locals_bytes(const Program& program);

} // namespace hlo2cpp
