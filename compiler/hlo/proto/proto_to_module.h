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
    // Of a module read from text: places[c][i] is that of instruction i of computation c of the proto. Else empty.
    std::vector<std::vector<TextPlace>> places;
};

// Checks the structure (everything referred to exists, nothing depends on itself, numbers fit), not what the ops mean.
// Throws InputError.
Module module_from_proto(const ProtoModule& source);

} // namespace hlo2cpp
