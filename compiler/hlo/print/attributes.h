// The attributes after an instruction in HLO text.
#pragma once

#include <span>
#include <string>

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

struct WrittenInstruction {
    const hlo2cpp_proto::HloInstructionProto& proto;
    std::span<const hlo2cpp_proto::HloInstructionProto* const> operands;
    std::span<const std::string> called;               // names in the text, in the order of the proto
    std::span<const std::string> control_predecessors; // names in the text
};

// ", dimensions={0}, to_apply=%add, metadata={...}"; empty if there are none.
std::string attributes_text(const WrittenInstruction& instruction);

} // namespace hlo2cpp
