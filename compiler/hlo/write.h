// Module -> a file that reads back as the same module.
#pragma once

#include <string>

#include "ir/module.h"

namespace hlo2cpp {

// A module that was read is written as it was: nothing is lost, from whichever form to whichever. Of one that a pass
// made, what the IR holds.
std::string write_proto(const Module& module); // a serialized HloModuleProto
std::string write_text(const Module& module);  // HLO text

} // namespace hlo2cpp
