// The figures in the header: memory, work, time, accuracy.
#pragma once

#include <string>

#include "buffers/operations.h"
#include "generate/code.h"

namespace hlo2cpp {

std::string number_of(std::int64_t count, const char* one, const char* many); // "1 byte", "1024 bytes"
std::string figures_text(const GenerateInput& input);
// "44 multiply-adds, 12 other operations, 3 functions".
std::string operations_text(const Operations& operations);
// A sentence on weights that are arguments; empty if no argument seems to be one.
std::string weights_hint(const Kernels& kernels, const Program& program);

} // namespace hlo2cpp
