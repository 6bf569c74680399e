// Names in an error message.
#pragma once

#include <string>
#include <vector>

namespace hlo2cpp {

// "a, b, c", of the first `most` names; of more: "a, b and 7 more".
std::string listed(const std::vector<std::string>& names, std::size_t most = 20);

} // namespace hlo2cpp
