// How many devices run a module together, as its file says.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// device = replica * partitions + partition
struct Devices {
    std::int64_t replicas = 1, partitions = 1;
};

// One, where the file says nothing or there is none.
Devices devices_of(const Module& module);

} // namespace hlo2cpp
