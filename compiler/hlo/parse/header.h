// The attributes after "HloModule name": ", is_scheduled=true, entry_computation_layout={(f32[2]{0})->f32[2]{0}}".
#pragma once

#include "hlo/parse/lexer.h"

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

// Attributes that are stored after the computations are known.
struct ModuleHeader {
    bool is_scheduled = false;
};

// `depth` counts the modules around this one, which is then in a string of their recovery tables.
ModuleHeader parse_module_attributes(HloTextLexer& lexer, hlo2cpp_proto::HloModuleProto& module, int depth);

} // namespace hlo2cpp
