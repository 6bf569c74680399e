#include "hlo/proto/fields.h"

#include <google/protobuf/io/coded_stream.h>

namespace hlo2cpp {

using google::protobuf::io::CodedInputStream;

std::vector<ProtoField> proto_fields(std::string_view bytes, std::size_t most) {
    enum WireType : std::uint32_t { kVarint = 0, kFixed64 = 1, kLength = 2, kFixed32 = 5 };
    bytes = bytes.substr(0, static_cast<std::size_t>(std::numeric_limits<int>::max()));
    CodedInputStream stream(static_cast<const std::uint8_t*>(static_cast<const void*>(bytes.data())),
                            static_cast<int>(bytes.size()));
    std::vector<ProtoField> fields;
    while (fields.size() < most) {
        const std::uint32_t tag = stream.ReadTag();
        ProtoField field{.number = tag >> 3, .wire_type = tag & 7, .bytes = {}};
        if (field.number == 0) break;
        std::uint32_t size = 0;
        bool whole = false;
        if (field.wire_type == kVarint) whole = stream.ReadVarint64(&field.value);
        if (field.wire_type == kFixed64) whole = stream.Skip(8);
        if (field.wire_type == kFixed32) whole = stream.Skip(4);
        if (field.wire_type == kLength && stream.ReadVarint32(&size)) {
            field.bytes = bytes.substr(static_cast<std::size_t>(stream.CurrentPosition()), size);
            whole = field.bytes.size() == size && stream.Skip(static_cast<int>(size));
            if (!whole) fields.push_back(field);
        }
        if (!whole) break;
        fields.push_back(field);
    }
    return fields;
}

} // namespace hlo2cpp
