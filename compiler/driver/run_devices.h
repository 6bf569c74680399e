// Runs a module on several devices in the evaluator.
#pragma once

#include "driver/run.h"

namespace hlo2cpp {

// The results and outfeeds of each device, in lock step; of one device alone, too. `infeed`: the bytes that infeeds
// take on each. With `max_rounds`, throws InputError once the loops of a device have made that many.
std::vector<GeneratedRun> evaluate_devices(const Module& module, const std::vector<Arguments>& arguments,
                                           const std::string& infeed, std::int64_t max_rounds = 0);
// Checks of all devices, in lock step. `runs`: the runs of the generated code.
std::vector<CheckResult> check_devices(const Compilation& compilation, bool deterministic,
                                       const std::vector<Arguments>& arguments, const std::vector<GeneratedRun>& runs,
                                       const std::string& infeed);

} // namespace hlo2cpp
