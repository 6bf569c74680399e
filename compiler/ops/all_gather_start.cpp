// all-gather-start: (operand, all-gather), with tuples for several operands; all-gather-done takes the second element
#include "ops/collective.h"

namespace hlo2cpp {

const OpDefinition op_all_gather_start = start_of<op_all_gather>();

} // namespace hlo2cpp
