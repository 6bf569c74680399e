// HloModuleProto -> HLO text.
#pragma once

#include <string>

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

// The proto is one that a Module was made of.
std::string hlo_text(const hlo2cpp_proto::HloModuleProto& module);

} // namespace hlo2cpp
