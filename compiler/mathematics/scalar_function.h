// Functions of runtime_lib as statements. They are read from the part of C that mathematics without branches, loops
// and tables is written in; any other construct is an internal error.
#pragma once

#include <string_view>

#include "tree/statement.h"

namespace hlo2cpp {

// The comment in front of the function is left out, comments in its body stay.
tree::Function scalar_function(std::string_view text);

} // namespace hlo2cpp
