// The commands of hlo2cpp. Each returns an exit status, and throws InputError for what stops it.
#pragma once

#include "driver/options.h"

namespace hlo2cpp {

int compile_command(const Options& options);
int run_command(const Options& options);
int check_command(const Options& options);
int inspect_command(const Options& options);
int convert_command(const Options& options);

} // namespace hlo2cpp
