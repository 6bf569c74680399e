// The short form of async instructions in HLO text: "negate-start(x)" is an async-start of a computation that negates
// x.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hlo/parse/defaults.h"

namespace hlo2cpp_proto {
class HloComputationProto;
class HloInstructionProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

struct AsyncForm {
    std::string wrapped; // "negate"
    std::string opcode;  // "async-start", "async-update" or "async-done"
    bool starts = false;
};

// Nothing for an opcode that is no short form, like "copy-start".
std::optional<AsyncForm> async_form(std::string_view opcode);

// The computation that a start with these operands starts: a parameter for each, and the wrapped instruction, the last
// one, as its root; ids from 1. Null if the shape of `start` does not contain the result's shape.
std::unique_ptr<hlo2cpp_proto::HloComputationProto> wrap_async(const hlo2cpp_proto::HloInstructionProto& start,
                                                               const std::string& wrapped, OperandProtos operands);

// Copies metadata, origin, frontend attributes, statistics and backend configuration, if there are any.
void copy_notes(const hlo2cpp_proto::HloInstructionProto& from, hlo2cpp_proto::HloInstructionProto& to);

// Divides the attributes of `described`: some belong to the async instruction alone, some to both instructions.
void share_async_attributes(hlo2cpp_proto::HloInstructionProto& described, hlo2cpp_proto::HloInstructionProto& async);

} // namespace hlo2cpp
