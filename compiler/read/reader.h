// The first stage: the bytes of a module file -> Module.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace hlo2cpp {

// A serialized HloModuleProto or HloProto, or HLO text, told apart by content. Throws InputError.
Module read_module(const std::string& path);
Module read_module_bytes(std::string_view bytes);

} // namespace hlo2cpp
