// Exchanges between devices in the body of `run`: calls of the functions of a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/device_tables.h"
#include "tree/expression.h"

namespace hlo2cpp {

// The table of functions that move bytes between devices.
constexpr const char* kCollectivesType = "hlo2cpp_collectives";

} // namespace hlo2cpp
