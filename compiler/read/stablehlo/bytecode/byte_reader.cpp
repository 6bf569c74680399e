#include "read/stablehlo/bytecode/byte_reader.h"

#include <bit>

namespace hlo2cpp::stablehlo::bytecode {

constexpr std::uint8_t kPadding = 0xCB;

void ByteReader::fail(const std::string& message) const {
    throw ByteError(at_, message);
}

std::uint8_t ByteReader::byte() {
    return static_cast<std::uint8_t>(bytes(1).front());
}

std::string_view ByteReader::bytes(std::uint64_t count) {
    if (count > remaining())
        fail(std::to_string(count) + " bytes are expected, but " + std::to_string(remaining()) + " are left");
    const std::string_view found = file_.substr(at_, static_cast<std::size_t>(count));
    at_ += found.size();
    return found;
}

ByteReader ByteReader::part(std::uint64_t count) {
    const std::size_t begin = at_;
    bytes(count);
    return {file_, begin, at_};
}

std::string_view ByteReader::zero_terminated() {
    const std::size_t length = file_.substr(at_, remaining()).find('\0');
    if (length == std::string_view::npos) fail("the zero that ends a text is missing");
    return bytes(length + 1).substr(0, length);
}

void ByteReader::align(std::uint64_t alignment) {
    if (!std::has_single_bit(alignment) || alignment > 1U << 30U)
        fail("the alignment is " + std::to_string(alignment) + "; expected a power of two");
    while (at_ % alignment != 0)
        if (byte() != kPadding) fail("padding bytes are expected to be 0xCB");
}

std::uint64_t ByteReader::varint() {
    const std::uint8_t first = byte();
    const int following = first == 0 ? 8 : std::countr_zero(first);
    const std::string_view rest = bytes(static_cast<std::uint64_t>(following));
    std::uint64_t value = 0;
    for (int i = following; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(rest[static_cast<std::size_t>(i)]);
    return first == 0 ? value : value << (7 - following) | first >> (following + 1);
}

std::int64_t ByteReader::signed_varint() {
    const auto [value, negative] = flagged();
    return static_cast<std::int64_t>(negative ? ~value : value);
}

Flagged ByteReader::flagged() {
    const std::uint64_t value = varint();
    return {value >> 1, (value & 1) != 0};
}

std::size_t ByteReader::count() {
    return check_count(varint());
}

std::size_t ByteReader::index(std::size_t size, const char* table) {
    return check_index(varint(), size, table);
}

std::size_t ByteReader::check_count(std::uint64_t count) const {
    if (count > remaining())
        fail("a list of " + std::to_string(count) + " items is expected, but " + std::to_string(remaining()) +
             " bytes are left");
    return static_cast<std::size_t>(count);
}

std::size_t ByteReader::check_index(std::uint64_t index, std::size_t size, const char* table) const {
    if (index >= size)
        fail("the index is " + std::to_string(index) + ", but the file has " + std::to_string(size) + " " + table);
    return static_cast<std::size_t>(index);
}

void ByteReader::expect_end(const std::string& what) const {
    if (!at_end()) fail(std::to_string(remaining()) + " bytes are left at the end of " + what);
}

} // namespace hlo2cpp::stablehlo::bytecode
