// collective-permute-start: (operand, collective-permute, contexts); collective-permute-done takes the second element
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_collective_permute_start = start_of<op_collective_permute>();

} // namespace hlo2cpp
