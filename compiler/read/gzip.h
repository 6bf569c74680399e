// Files that gzip packed, as XLA's own dumps may be (--xla_dump_compress_protos).
#pragma once

#include <string>
#include <string_view>

namespace hlo2cpp {

bool is_gzip(std::string_view bytes);
// The contents. Throws InputError where they are damaged.
std::string unpacked(std::string_view bytes);

} // namespace hlo2cpp
