// The self-test that --self-test embeds: arguments, given or made up, and the evaluator's results.
#pragma once

#include <vector>

#include "check/self_test.h"
#include "driver/run.h"

namespace hlo2cpp {

SelfTest self_test_of(const Module& module, const std::vector<StateArray>& state, const Arguments& arguments);

} // namespace hlo2cpp
