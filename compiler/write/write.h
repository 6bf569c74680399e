// Module -> a file that reads back as the same module.
#pragma once

#include <string>

#include "ir/module.h"

namespace hlo2cpp {

// The module as it was read: nothing is lost, from whichever form to whichever. Only of modules that come from a
// reader.
std::string write_proto(const Module& module); // a serialized HloModuleProto
std::string write_text(const Module& module);  // HLO text

} // namespace hlo2cpp
