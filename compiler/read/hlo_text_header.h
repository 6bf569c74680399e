// The attributes after "HloModule name": ", is_scheduled=true, entry_computation_layout={(f32[2]{0})->f32[2]{0}}".
#pragma once

#include "read/hlo_text_lexer.h"

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

void parse_module_attributes(HloTextLexer& lexer, hlo2cpp_proto::HloModuleProto& module);

} // namespace hlo2cpp
