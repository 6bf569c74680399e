// The option --memory: memories of the machine and their budgets.
#pragma once

#include <string>
#include <vector>

#include "buffers/memory_region.h"
#include "driver/command_line.h"

namespace hlo2cpp {

// "dtcm=64k,sram=256k", fastest first; k is 1024 bytes, M 1024 k. Throws InputError with what is wrong and what is
// right.
std::vector<MemoryRegion> parse_memory(const std::string& text);

OptionSpec memory_option(std::vector<MemoryRegion>& memory);

// The regions as on a command line: "dtcm=64k,sram=1000"
std::string memory_text(const std::vector<MemoryRegion>& regions);

} // namespace hlo2cpp
