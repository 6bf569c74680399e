// Text that `run --trace` prints.
#pragma once

#include <string>

#include "check/check.h"
#include "driver/compile.h"

namespace hlo2cpp {

// One line a report, in their order: step, shape, least and largest value, how many are NaN or infinite.
std::string trace_text(const Compilation& compilation, const GeneratedRun& run);

} // namespace hlo2cpp
