// The self-test that --self-test embeds: arguments, given or made up, and the evaluator's results.
#pragma once

#include <string>
#include <vector>

#include "check/self_test.h"
#include "driver/state.h"

namespace hlo2cpp {

// `inputs`: .npy files as `run` takes them; none: arguments are made up. Throws InputError where they do not fit.
SelfTest self_test_of(const Module& module, const std::vector<StateArray>& state,
                      const std::vector<std::string>& inputs);

} // namespace hlo2cpp
