// Text that `check` prints.
#pragma once

#include <string>

#include "check/check.h"

namespace hlo2cpp {

// One paragraph a difference, the first one in full; or one line that says how much was compared. `complete`: there was
// room for all reports.
std::string check_text(const std::string& module_path, const CheckResult& result, bool complete);

} // namespace hlo2cpp
