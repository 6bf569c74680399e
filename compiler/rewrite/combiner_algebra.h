// Laws of the combiners of reduce and the like.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// The scalar e of the type for which combiner(x, e) = x, whatever x is; null if there is none, or none is known.
LiteralPtr neutral_element(Opcode combiner, ElementType type);

// combiner(x, x) = x: an element of several windows, and the initial value, count once however often they are combined.
bool is_idempotent(Opcode combiner);

} // namespace hlo2cpp
