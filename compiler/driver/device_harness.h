// The little program that `run` puts around a generated file for several devices: processes over MPI, or threads.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/harness.h"

namespace hlo2cpp {

// C++17 that includes NAME.cpp. Device D reads d<D>/in0.raw, ... in the folder that the program's argument names, and
// writes d<D>/out0.raw, ...; else as harness_text. `launch` is empty where the devices are threads of one process.
std::string device_harness_text(const std::string& name, const Signature& signature, const std::string& launch);
// The files of the tables that move bytes between devices, in a folder of their own; and the one that is compiled.
std::vector<std::pair<std::string, std::string_view>> table_files();
std::string table_source(const std::string& launch);
// The command in front of the program, with the number of devices for {n}; none for threads.
std::vector<std::string> launch_command(const std::string& launch, std::int64_t devices);

} // namespace hlo2cpp
