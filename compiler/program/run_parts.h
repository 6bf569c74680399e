// The parts of `run` that NAME_step runs one after another (--cooperative).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tree/statement.h"

namespace hlo2cpp {

// The parameter of `run` that says which part runs. No other name ends with an underscore.
constexpr const char* kPartNumber = "step_";

// Cuts the statements in front of those numbers of `begins` that no variable lives across: none that is declared in
// front is used behind. Each part has a statement, but that there is one part at least.
std::vector<tree::Statements> cut_into_parts(tree::Statements statements, const std::vector<std::size_t>& begins);

struct RunParts {
    tree::Statements statements; // choose the part of a call
    std::int64_t calls = 0;      // that run all parts
};

// A call runs a part, or one round of a part that is a counted loop around steps: a watchdog waits for no whole scan.
RunParts choose_part(std::vector<tree::Statements> parts, const std::set<std::string>& steps);

} // namespace hlo2cpp
