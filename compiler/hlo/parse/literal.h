// Constants in HLO text: "1.5", "{ { 1, -inf }, { nan(0x1), 2e-3 } }", "((1, 2), { true })".
#pragma once

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class LiteralProto;
class ShapeProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// The literal becomes row-major, whatever the layout of the shape.
void parse_literal(HloTextLexer& lexer, const hlo2cpp_proto::ShapeProto& shape, hlo2cpp_proto::LiteralProto& literal);

// A literal after its shape: "s32[2] {1, 2}", or "(f32[] 1, s32[] 2)".
void parse_shaped_literal(HloTextLexer& lexer, hlo2cpp_proto::LiteralProto& literal);

} // namespace hlo2cpp
