// The attributes after an instruction: ", dimensions={0,1}, to_apply=%add, metadata={...}".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "read/hlo_text_lexer.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

// A name in the text, to be found when everything that it may mean has been read.
struct NameUse {
    std::string_view name;
    std::size_t position;
};

struct AttributeContext {
    HloTextLexer& lexer;
    hlo2cpp_proto::HloInstructionProto& instruction; // its opcode and shape are known
    std::size_t position;                            // of the opcode
    std::map<std::string_view, std::vector<NameUse>> computations; // by the attribute that names them: "to_apply", "body", ...
    std::vector<NameUse> control_predecessors;

    std::string_view opcode() const;
};

// All of them, each at most once, and none missing that the opcode cannot do without.
void parse_attributes(AttributeContext& context);

// Attributes that name computations, in the order in which the proto lists these.
extern const std::vector<std::string_view> kComputationAttributes;

} // namespace hlo2cpp
