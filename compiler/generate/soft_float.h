// The file of `hlo2cpp soft-float`: floating-point arithmetic for machines without an FPU, in place of the compiler's
// library.
#pragma once

#include <string>

#include "program/options.h"

namespace hlo2cpp {

std::string soft_float_text(const std::string& version, Language language);

} // namespace hlo2cpp
