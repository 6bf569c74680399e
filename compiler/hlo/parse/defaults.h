// Required attributes of HLO text, and defaults of the optional ones.
#pragma once

#include <span>
#include <string_view>
#include <unordered_set>

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

using AttributeNames = std::unordered_set<std::string_view>;
using OperandProtos = std::span<const hlo2cpp_proto::HloInstructionProto* const>;

// A required attribute that is not among `seen`; empty if all are there.
std::string_view missing_attribute(std::string_view opcode, const AttributeNames& seen);

bool requires_attribute(std::string_view opcode, std::string_view name);

// Default comparison type for elements of the operand: "FLOAT", "SIGNED" or "UNSIGNED".
std::string_view default_comparison_type(const hlo2cpp_proto::HloInstructionProto& operand);

// Stores the default values of attributes that are not among `seen`.
void complete_attributes(hlo2cpp_proto::HloInstructionProto& instruction, OperandProtos operands,
                         const AttributeNames& seen);

} // namespace hlo2cpp
