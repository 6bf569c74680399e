// collective-permute-done: the result of collective-permute-start
#include "ops/identity.h"

namespace hlo2cpp {

const OpDefinition op_collective_permute_done = takes_element<1>();

} // namespace hlo2cpp
