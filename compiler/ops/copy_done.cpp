// copy-done: the copy that copy-start made
#include "ops/identity.h"

namespace hlo2cpp {

const OpDefinition op_copy_done = takes_element<0>();

} // namespace hlo2cpp
