// The call of the model that --project puts into an example.
#pragma once

#include <string>
#include <vector>

#include "driver/state.h"
#include "project/example_call.h"

namespace hlo2cpp {

// `inputs`: .npy files as `run` takes them, without those of state; none: arguments are made up, and of a long one the
// first elements are repeated. Throws InputError where they do not fit.
ExampleCall example_call_of(const Module& module, const std::vector<StateArray>& state,
                            const std::vector<std::string>& inputs);

} // namespace hlo2cpp
