// Runs the work of several devices, one at a time: each until it waits for arrays that another one has not given yet.
#pragma once

#include <cstdint>
#include <functional>

#include "evaluate/host_data.h"

namespace hlo2cpp {

// `work` is called once a device, each time on a thread of its own, of which one runs at a time: it may use what the
// others use. `others` has no infeeds and outfeeds. Rethrows what the first device throws that throws; throws
// InputError where devices wait for each other, or for one that has ended.
void run_in_lockstep(std::int64_t devices, const std::function<void(std::int64_t device, HostData& others)>& work);

} // namespace hlo2cpp
