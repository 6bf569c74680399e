// SHA-256 (FIPS 180-4), to name the exact file that generated code was made from.
#pragma once

#include <string>
#include <string_view>

namespace hlo2cpp {

std::string sha256_hex(std::string_view bytes); // 64 lower-case hexadecimal digits

} // namespace hlo2cpp
