// Shapes in HLO text: "f32[2,<=3]{1,0:T(8,128)S(1)}", "(s32[], (pred[4], token[]))".
#pragma once

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class ProgramShapeProto;
class ShapeProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// Row-major, without tiles.
void set_default_layout(hlo2cpp_proto::ShapeProto& shape);

bool next_is_shape(HloTextLexer& lexer);
void parse_shape(HloTextLexer& lexer, hlo2cpp_proto::ShapeProto& shape);
// "(a: f32[2], b: (s32[], s32[])) -> f32[2]", and without names "(f32[2], s32[])->f32[2]".
void parse_program_shape(HloTextLexer& lexer, hlo2cpp_proto::ProgramShapeProto& shape);

} // namespace hlo2cpp
