// The stages under the names that the command line gives them.
#pragma once

#include <map>
#include <string>

#include "driver/compile.h"

namespace hlo2cpp {

std::map<std::string, Stage> stages_by_name();
std::string stage_names(); // "read, verify, ..." in their order

} // namespace hlo2cpp
