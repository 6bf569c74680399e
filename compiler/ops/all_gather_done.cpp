// all-gather-done: the result of all-gather-start
#include "ops/identity.h"

namespace hlo2cpp {

const OpDefinition op_all_gather_done = takes_element<1>();

} // namespace hlo2cpp
