// What is in a module, as a person reads it.
#pragma once

#include <optional>
#include <string>

#include "report/report.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// The module itself: arguments, results, and how often which op occurs.
std::string inspect_module(const Module& module, const std::string& path);
// What the compiled module needs, and its steps.
std::string inspect_compiled(const ReportInput& input);
// What keeps the module from being compiled.
std::string inspect_problems(const Diagnostics& diagnostics, const std::string& path);

} // namespace hlo2cpp
