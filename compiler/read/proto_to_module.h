// HloModuleProto -> Module. The one way into the IR: HLO text becomes a proto first.
#pragma once

#include <memory>

#include "ir/module.h"

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

struct ProtoModule {
    std::shared_ptr<const hlo2cpp_proto::HloModuleProto> proto;
    // Of a module read from text: lines[c][i] is the line of instruction i of computation c of the proto, 1-based. Else empty.
    std::vector<std::vector<int>> lines;
};

// Checks the structure (everything referred to exists, nothing depends on itself, numbers fit), not what the ops mean.
// Throws InputError.
Module module_from_proto(const ProtoModule& source);

} // namespace hlo2cpp
