// Notes of instructions and modules, as far as HLO has a field for them.
#pragma once

#include "ir/module.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
class HloModuleProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

void notes_to_proto(const Instruction& instruction, hlo2cpp_proto::HloInstructionProto& proto);
void notes_to_proto(const Module& module, hlo2cpp_proto::HloModuleProto& proto);
NotesPtr notes_from_proto(const hlo2cpp_proto::HloInstructionProto& proto);
NotesPtr notes_from_proto(const hlo2cpp_proto::HloModuleProto& proto);

} // namespace hlo2cpp
