// Files in other formats that people bring: the name of each format, and how an HLO proto is made from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/diagnostics.h"

namespace hlo2cpp {

// Error for bytes of another format; nothing if the format is unknown, or HLO.
std::optional<Diagnostic> other_format(std::string_view bytes);
Diagnostic other_folder(const std::string& path);

} // namespace hlo2cpp
