// Integers that are known before a program runs.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "tree/expression.h"

namespace hlo2cpp {

// By the names of their variables; of a loop's variable, the middle of its rounds.
using KnownIntegers = std::unordered_map<std::string, double>;

// The value of an expression of integers or of a test; none: it is not known.
std::optional<double> value_of(const tree::Expression& expression, const KnownIntegers& known);

} // namespace hlo2cpp
