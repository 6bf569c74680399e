// Attributes <-> what an HloInstructionProto says about its op beyond shape and operands.
#pragma once

#include <string>

#include "ir/attributes.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

// Throws InputError, which does not say where the instruction is. Whether the values suit the op is for the verifier.
Attributes attributes_from_proto(const hlo2cpp_proto::HloInstructionProto& proto);
// Into an instruction that has its opcode.
void attributes_to_proto(const Attributes& attributes, hlo2cpp_proto::HloInstructionProto& proto);

// The backend configuration, which is in one of two fields.
const std::string& config_of(const hlo2cpp_proto::HloInstructionProto& proto);

} // namespace hlo2cpp
