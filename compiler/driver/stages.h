// The stages under the names that the command line gives them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "driver/compile.h"

namespace hlo2cpp {

std::map<std::string, Stage> stages_by_name();
std::vector<std::pair<std::string, Stage>> stages_in_order(); // "read", "verify", ...

} // namespace hlo2cpp
