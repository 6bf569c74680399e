// What HLO text may leave out of an instruction's attributes, and what it may not.
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

// One that the op means nothing without and is not among `seen`; empty where all are there.
std::string_view missing_attribute(std::string_view opcode, const AttributeNames& seen);

bool requires_attribute(std::string_view opcode, std::string_view name);

// How the elements of the operand are compared where nothing else is said: "FLOAT", "SIGNED" or "UNSIGNED".
std::string_view default_comparison_type(const hlo2cpp_proto::HloInstructionProto& operand);

// Stores the values of those that are not among `seen` but have one.
void complete_attributes(hlo2cpp_proto::HloInstructionProto& instruction, OperandProtos operands,
                         const AttributeNames& seen);

} // namespace hlo2cpp
