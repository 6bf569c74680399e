// The fields of a serialized message of unknown type: just enough to tell one message from another.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hlo2cpp {

struct ProtoField {
    std::uint32_t number = 0, wire_type = 0;
    std::string_view bytes;  // of a string, bytes or message: as far as they are there
    std::uint64_t value = 0; // of a number of that wire type
};

// The first `most` fields of `bytes`, up to the first invalid or incomplete one.
std::vector<ProtoField> proto_fields(std::string_view bytes, std::size_t most);

} // namespace hlo2cpp
