// Module -> a file that reads back as the same module.
#pragma once

#include <string>

#include "ir/module.h"

namespace hlo2cpp {

// A module that was read is written from its proto, so nothing is lost between text and proto. A module that a pass
// made is written from the IR.
std::string write_proto(const Module& module); // a serialized HloModuleProto
std::string write_text(const Module& module);  // HLO text

} // namespace hlo2cpp
