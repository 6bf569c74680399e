// The option --core: the core that time is estimated for.
#pragma once

#include <optional>
#include <string>

#include "driver/command_line.h"
#include "estimate/time.h"
#include "machine/target.h"

namespace hlo2cpp {

OptionSpec core_option(std::optional<ClockedCore>& core);

// Throws InputError where the core does not run the target's code.
void check_core(const ClockedCore& core, const Target& target);

} // namespace hlo2cpp
