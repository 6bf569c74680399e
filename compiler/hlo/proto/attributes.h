// Attributes <-> fields of an HloInstructionProto about its op, except shape and operands.
#pragma once

#include <string>

#include "ir/attributes.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

// Throws InputError without the instruction's place. The verifier checks the values against the op.
Attributes attributes_from_proto(const hlo2cpp_proto::HloInstructionProto& proto);
// Writes into an instruction that has its opcode.
void attributes_to_proto(const Attributes& attributes, hlo2cpp_proto::HloInstructionProto& proto);

// The backend configuration, which is in one of two fields.
const std::string& config_of(const hlo2cpp_proto::HloInstructionProto& proto);

} // namespace hlo2cpp
