// The commands of hlo2cpp. Each returns an exit status, and throws InputError for what stops it.
#pragma once

#include <string>

#include "driver/options.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// What is wrong, with the lines it is about where the module is text.
std::string rendered(Diagnostics diagnostics, const Options& options);

int compile_command(const Options& options);
int run_command(const Options& options);
int check_command(const Options& options);
int inspect_command(const Options& options);
int convert_command(const Options& options);
int soft_float_command(const Options& options);

} // namespace hlo2cpp
