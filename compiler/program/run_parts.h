// The parts of `run` that NAME_step runs one after another (--cooperative).
#pragma once

#include <vector>

#include "tree/statement.h"

namespace hlo2cpp {

// The parameter of `run` that says which part runs. No other name ends with an underscore.
constexpr const char* kPartNumber = "step_";

// Cuts the statements in front of those numbers of `begins` that no variable lives across: none that is declared in
// front is used behind. Each part has a
// statement, but that there is one part at least.
std::vector<tree::Statements> cut_into_parts(tree::Statements statements, const std::vector<std::size_t>& begins);

} // namespace hlo2cpp
