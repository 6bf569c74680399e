// The report of a compilation, for programs: needs and work of the code, as JSON.
#pragma once

#include <string>

#include "buffers/step_costs.h"
#include "check/self_test.h"
#include "estimate/time.h"
#include "machine/target.h"
#include "measure/measured.h"
#include "program/locals.h"

namespace hlo2cpp {

struct ReportInput {
    const GenerateOptions& options;
    std::string optimize; // as --optimize has it
    const Module& module;
    std::size_t own_results; // leaves of the result; the state of random numbers, which `compile` adds, is behind them
    const Kernels& kernels;
    const Schedule& schedule;
    const BufferPlan& plan;
    const Program& program;
    const Target& target;
    const std::optional<TimeEstimate>& time;
    const std::optional<Measured>& measured;
    const std::optional<SelfTest>& self_test;
};

// One object, indented by two blanks, with a final newline; all sizes in bytes. report.schema.json defines it.
std::string report_json(const ReportInput& input);

} // namespace hlo2cpp
