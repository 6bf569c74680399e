// HloModuleProto -> HLO text.
#pragma once

#include <string>

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

// The proto must be one from which a Module was made.
std::string hlo_text(const hlo2cpp_proto::HloModuleProto& module);

} // namespace hlo2cpp
