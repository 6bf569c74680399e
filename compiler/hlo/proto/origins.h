// Origins of instructions in files. HLO has no word for them, so they are a frontend attribute.
#pragma once

#include <string>
#include <vector>

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

constexpr const char* kOriginsAttribute = "origins"; // their names, with commas between them

void origins_to_proto(const std::vector<std::string>& origins, hlo2cpp_proto::HloInstructionProto& proto);
std::vector<std::string> origins_from_proto(const hlo2cpp_proto::HloInstructionProto& proto); // empty: of none

} // namespace hlo2cpp
