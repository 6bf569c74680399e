// async-done: the result of the computation that async-start began
#include "ops/identity.h"

namespace hlo2cpp {

const OpDefinition op_async_done = takes_element<1>();

} // namespace hlo2cpp
