#include "bytecode_writer.h"

#include <algorithm>

namespace hlo2cpp::stablehlo {
namespace {

std::string entry_sizes(const std::vector<BytecodeParts::Entry>& entries) {
    std::string bytes;
    for (const auto& entry : entries)
        bytes += varints({entry.dialect, 1, entry.bytes.size() << 1 | (entry.is_text ? 0U : 1U)});
    return bytes;
}

std::string string_section(const std::vector<std::string>& strings) {
    std::string sizes, bytes;
    for (const std::string& string : strings) {
        sizes = varint(string.size() + 1) + sizes; // in the reverse order
        bytes += string + '\0';
    }
    return varint(strings.size()) + sizes + bytes;
}

std::string dialect_section(const BytecodeParts& parts) {
    std::string bytes = varint(parts.dialects.size());
    for (const std::uint64_t name : parts.dialects) bytes += varint(name << 1);
    bytes += varint(parts.names.size());
    for (const auto& name : parts.names) bytes += varints({name.dialect, 1, name.string << 1 | 1});
    return bytes;
}

} // namespace

std::string varint(std::uint64_t value) {
    std::string bytes;
    if (value < 1U << 7U) return {static_cast<char>(value << 1 | 1)};
    if (value < 1U << 14U) {
        value = value << 2 | 2;
        return {static_cast<char>(value), static_cast<char>(value >> 8)};
    }
    bytes += '\0'; // eight bytes follow
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

std::string signed_varint(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return varint(value < 0 ? ~bits << 1 | 1 : bits << 1);
}

std::string varints(const std::vector<std::uint64_t>& values) {
    std::string bytes;
    for (const std::uint64_t value : values) bytes += varint(value);
    return bytes;
}

std::string section(int id, const std::string& contents) {
    return static_cast<char>(id) + varint(contents.size()) + contents;
}

std::string BytecodeParts::bytes() const {
    std::string entries, property_bytes = varint(properties.size());
    for (const Entry& entry : attributes) entries += entry.bytes;
    for (const Entry& entry : types) entries += entry.bytes;
    for (const std::string& each : properties) property_bytes += varint(each.size()) + each;
    std::vector<std::string> sections{
        section(0, string_section(strings)),
        section(1, dialect_section(*this)),
        section(2, entries),
        section(3, varints({attributes.size(), types.size()}) + entry_sizes(attributes) + entry_sizes(types)),
        section(4, ir),
        section(8, property_bytes),
    };
    if (!resources.empty()) {
        // No external group; one resource of the first dialect with the first string as its key, a blob.
        sections.push_back(section(6, varints({0, 0, 1, 0, resources.size()}) + '\0'));
        sections.push_back(section(5, resources));
    }
    if (is_reversed) std::reverse(sections.begin(), sections.end());
    std::string file = "ML\xefR" + varint(version) + producer + '\0';
    for (const std::string& each : sections) file += each;
    return file;
}

} // namespace hlo2cpp::stablehlo
