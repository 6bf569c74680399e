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
    // By computation c and instruction i of the proto: places[c][i], its place in the text; empty without a text.
    std::vector<std::vector<TextPlace>> places;
};

// Checks the structure (references exist, nothing depends on itself, numbers fit), not the meaning of ops. Throws
// InputError.
Module module_from_proto(const ProtoModule& source);

} // namespace hlo2cpp
