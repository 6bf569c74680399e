// Whether two modules are the same but for names and the order of what does not depend on each other.
#pragma once

#include <string>

#include "ir/module.h"

namespace hlo2cpp::testing {

// Empty, or the first difference that is met from the roots on.
std::string difference_of_modules(const Module& a, const Module& b);

} // namespace hlo2cpp::testing
