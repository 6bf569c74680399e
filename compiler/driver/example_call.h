// The call of the model that --project puts into an example.
#pragma once

#include <vector>

#include "driver/run.h"
#include "project/example_call.h"

namespace hlo2cpp {

// Elements of a long argument that is made up repeat the first ones. Throws InputError where state is given.
ExampleCall example_call_of(const Module& module, const std::vector<StateArray>& state, Arguments arguments);

} // namespace hlo2cpp
