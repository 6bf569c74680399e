// The report of a compilation, for programs: what the code needs and does, as JSON.
#pragma once

#include <string>

#include "generate/code.h"
#include "report/steps.h"

namespace hlo2cpp {

struct ReportInput {
    const std::string& name;
    const Module& module;
    const Kernels& kernels;
    const Schedule& schedule;
    const BufferPlan& plan;
    const Code& code;
    const Target& target;
    const std::optional<Measured>& measured;
};

// One object, indented by two blanks, with a final newline; all sizes in bytes.
std::string report_json(const ReportInput& input);

} // namespace hlo2cpp
