// The instructions of one computation in HLO text.
#pragma once

#include <memory>

#include "hlo/parse/module.h"

namespace hlo2cpp {

struct ParsedInstructions {
    std::unique_ptr<hlo2cpp_proto::HloComputationProto> computation; // without a name
    std::vector<TextPlace> places;
};

// { [ROOT] name = shape opcode(operands), attributes ... }
ParsedInstructions parse_instructions(TextModule& module);

// A whole text that is only an instruction, whose operands with a shape are parameters: "f32[4] add(f32[4] x, f32[4]
// y)".
ParsedInstructions parse_single_instruction(TextModule& module);

} // namespace hlo2cpp
