// Upper and lower case of the letters of ASCII; other bytes stay.
#pragma once

#include <string>
#include <string_view>

namespace hlo2cpp {

std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

} // namespace hlo2cpp
