// all-gather-start: (operand, all-gather), of several operands a tuple each; all-gather-done takes the second
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_all_gather_start = start_of<op_all_gather>();

} // namespace hlo2cpp
