// A call of the model for examples: its arguments, and the results that the evaluator has computed from them.
#pragma once

#include <optional>
#include <vector>

#include "ir/literal.h"

namespace hlo2cpp {

struct ExampleCall {
    // One a parameter leaf: elements as they lie in memory, which are repeated where the array has more of them. None:
    // state with its initial value.
    std::vector<std::optional<Literal>> arguments;
    std::vector<Literal> results; // one a result leaf, as they lie in memory
    bool given = false;           // the arguments come from --input
};

} // namespace hlo2cpp
