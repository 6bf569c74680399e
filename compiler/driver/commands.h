// The commands of hlo2cpp. Each returns an exit status, and throws InputError if it cannot go on.
#pragma once

#include <string>

#include "driver/options.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// Text of the diagnostics, with the lines that they refer to if the module is text.
std::string rendered(Diagnostics diagnostics, const Options& options);

int compile_command(const Options& options);
int run_command(const Options& options);
int check_command(const Options& options);
int inspect_command(const Options& options);
int convert_command(const Options& options);
int soft_float_command(const Options& options);

} // namespace hlo2cpp
