// C++ of maximum, minimum and clamp of floats, as expressions that scalars and vectors share.
#pragma once

#include <span>
#include <string>

#include "ir/element_type.h"

namespace hlo2cpp {

bool has_number(std::span<const std::string> atoms); // a literal that is no NaN
std::string print_maximum(ElementType type, const std::string& a, const std::string& b);
std::string print_minimum(ElementType type, const std::string& a, const std::string& b);

} // namespace hlo2cpp
