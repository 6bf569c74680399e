// The options of modules for several devices.
#pragma once

#include "driver/command_line.h"

namespace hlo2cpp {

// Options --replicas and --partitions.
OptionGroup device_group(Options& options);
// The options that are given, each behind a blank: " --replicas 4".
std::string device_options_text(const Devices& devices);
// Options of device_group, and --device.
OptionGroup compiled_device_group(Options& options);
// Options of device_group, and options of commands that run the module.
OptionGroup running_device_group(Options& options);

} // namespace hlo2cpp
