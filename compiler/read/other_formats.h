// Files in other formats that people bring: the name of each format, and how an HLO proto is made from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/diagnostics.h"

namespace hlo2cpp {

// Nothing where the bytes are none of the known formats, HLO among them.
std::optional<Diagnostic> other_format(std::string_view bytes);
Diagnostic other_folder(const std::string& path);

} // namespace hlo2cpp
