// The part of program_verify that looks at names, calls and loops.
#pragma once

#include "program/program.h"

namespace hlo2cpp {

void verify_names(const Program& program);

} // namespace hlo2cpp
