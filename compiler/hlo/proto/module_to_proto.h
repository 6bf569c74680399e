// Module -> HloModuleProto, from the IR alone.
#pragma once

#include "ir/module.h"

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

hlo2cpp_proto::HloModuleProto module_to_proto(const Module& module);

} // namespace hlo2cpp
