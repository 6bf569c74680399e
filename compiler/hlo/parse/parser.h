// HLO text -> HloModuleProto.
//
//     HloModule name, entry_computation_layout={...}
//     %add (a: f32[], b: f32[]) -> f32[] {          the long form; the short one is "add {"
//       %a = f32[] parameter(0)
//       ...
//     }
//     ENTRY %main (...) -> f32[4] { ... ROOT %r = f32[4]{0} map(%p, %q), dimensions={0}, to_apply=%add }
#pragma once

#include <string_view>

#include "hlo/proto/proto_to_module.h"

namespace hlo2cpp {

// Throws InputError with the line and the column. Opcodes are checked later, all at once. `depth` counts the modules
// around this one, which is then text in a string.
ProtoModule parse_hlo_text(std::string_view text, int depth = 0);

} // namespace hlo2cpp
