// Constants in HLO text: "1.5", "{ { 1, -inf }, { nan(0x1), 2e-3 } }", "((1, 2), { true })".
#pragma once

#include "read/hlo_text_lexer.h"

namespace hlo2cpp_proto {
class LiteralProto;
class ShapeProto;
}

namespace hlo2cpp {

// The shape must have been checked: known types, sizes that fit. The literal becomes row-major.
void parse_literal(HloTextLexer& lexer, const hlo2cpp_proto::ShapeProto& shape, hlo2cpp_proto::LiteralProto& literal);

} // namespace hlo2cpp
