// The attributes after an instruction: ", dimensions={0,1}, to_apply=%add, metadata={...}".
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/parse/defaults.h"
#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class HloComputationProto;
class HloInstructionProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// A name in the text, to be found when everything that it may mean has been read.
struct NameUse {
    std::string_view name;
    std::size_t position;
};

// A computation that an attribute names, or spells out in braces.
struct ComputationUse {
    NameUse use;
    const hlo2cpp_proto::HloComputationProto* spelled_out = nullptr;
};

struct AttributeContext {
    HloTextLexer& lexer;
    hlo2cpp_proto::HloInstructionProto& instruction; // its opcode and shape are known
    OperandProtos operands;
    std::size_t position; // of the opcode
    bool nested;          // an operand itself: after a comma the next operand may follow
    bool repeats;         // attributes repeated from another instruction, any of which may be missing
    std::function<const hlo2cpp_proto::HloComputationProto*()>
        spell_out; // parses a computation's instructions in braces
    // By the attribute's name: "to_apply", "body", ...
    std::map<std::string_view, std::vector<ComputationUse>> computations;
    std::vector<NameUse> control_predecessors;

    std::string_view opcode() const;
};

// Parses all attributes, each at most once, and complains about a missing required one. Missing optional ones get their
// default values.
void parse_attributes(AttributeContext& context);

// Attributes that name computations, in the order in which the proto lists these.
extern const std::vector<std::string_view> kComputationAttributes;

} // namespace hlo2cpp
