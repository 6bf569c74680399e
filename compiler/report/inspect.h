// Contents of a module, for a person to read.
#pragma once

#include <optional>
#include <string>

#include "report/report.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// The module itself: arguments, results, and the number of each op.
std::string inspect_module(const Module& module, const std::string& path);
// Needs of the compiled module, and its steps.
std::string inspect_compiled(const ReportInput& input);
// Problems that keep the module from being compiled.
std::string inspect_problems(const Diagnostics& diagnostics, const std::string& path);

} // namespace hlo2cpp
