// Runs devices in turns: each one works until it waits for arrays that another one has not sent yet.
#pragma once

#include <cstdint>
#include <functional>

#include "evaluate/host_data.h"

namespace hlo2cpp {

// Calls `work` once per device, each on its own thread; one thread runs at a time, so `work` may use shared data.
// `others` has no infeeds and outfeeds. Rethrows the exception of the first device that fails; throws InputError on a
// deadlock, or if a device waits for one that has ended.
void run_in_lockstep(std::int64_t devices, const std::function<void(std::int64_t device, HostData& others)>& work);

} // namespace hlo2cpp
