#include "read/stablehlo/flatbuffer.h"

#include <string>

#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

constexpr std::size_t kOffsetBytes = 4;

std::uint64_t flat_number(std::string_view file, std::size_t at, std::size_t bytes) {
    if (at > file.size() || bytes > file.size() - at)
        throw InputError("at byte " + std::to_string(at) + ": the file ends, but a part of it is expected there");
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(file[at + i]);
    return value;
}

std::size_t follow_offset(std::string_view file, std::size_t at) {
    return at + static_cast<std::size_t>(flat_number(file, at, kOffsetBytes));
}

} // namespace

FlatTable FlatTable::root(std::string_view file) {
    return {file, follow_offset(file, 0)};
}

// The vtable lies before the table or behind it: its size in bytes, the table's size, then where each field is.
FlatTable::FlatTable(std::string_view file, std::size_t at) : file_(file), at_(at) {
    const auto back = static_cast<std::int32_t>(flat_number(file, at, kOffsetBytes));
    fields_ = at - static_cast<std::size_t>(static_cast<std::int64_t>(back));
    fields_bytes_ = static_cast<std::size_t>(flat_number(file, fields_, 2));
}

std::optional<std::size_t> FlatTable::place(std::size_t field) const {
    if (field + 2 > fields_bytes_) return std::nullopt;
    const auto offset = static_cast<std::size_t>(flat_number(file_, fields_ + field, 2));
    return offset == 0 ? std::nullopt : std::optional(at_ + offset);
}

std::uint64_t FlatTable::number(std::size_t field, std::size_t bytes) const {
    const std::optional<std::size_t> at = place(field);
    return at ? flat_number(file_, *at, bytes) : 0;
}

FlatTable::Vector FlatTable::vector_at(std::size_t at, std::size_t item_bytes) const {
    const std::size_t start = follow_offset(file_, at);
    const auto count = static_cast<std::size_t>(flat_number(file_, start, kOffsetBytes));
    const std::size_t first = start + kOffsetBytes;
    if (count > (file_.size() - first) / item_bytes)
        throw InputError("at byte " + std::to_string(start) + ": a list of " + std::to_string(count) +
                         " items is longer than the file");
    return {first, count};
}

FlatTable::Vector FlatTable::vector(std::size_t field, std::size_t item_bytes) const {
    const std::optional<std::size_t> at = place(field);
    return at ? vector_at(*at, item_bytes) : Vector{};
}

std::string_view FlatTable::string(std::size_t field) const {
    const Vector bytes = vector(field, 1);
    return file_.substr(bytes.at, bytes.count);
}

std::vector<std::string_view> FlatTable::strings(std::size_t field) const {
    const Vector items = vector(field, kOffsetBytes);
    std::vector<std::string_view> strings;
    for (std::size_t i = 0; i < items.count; ++i) {
        const Vector bytes = vector_at(items.at + i * kOffsetBytes, 1);
        strings.push_back(file_.substr(bytes.at, bytes.count));
    }
    return strings;
}

std::vector<std::uint64_t> FlatTable::numbers(std::size_t field, std::size_t bytes) const {
    const Vector items = vector(field, bytes);
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < items.count; ++i) numbers.push_back(flat_number(file_, items.at + i * bytes, bytes));
    return numbers;
}

std::optional<FlatTable> FlatTable::table(std::size_t field) const {
    const std::optional<std::size_t> at = place(field);
    if (!at) return std::nullopt;
    return FlatTable(file_, follow_offset(file_, *at));
}

std::vector<FlatTable> FlatTable::tables(std::size_t field) const {
    const Vector items = vector(field, kOffsetBytes);
    std::vector<FlatTable> tables;
    for (std::size_t i = 0; i < items.count; ++i)
        tables.push_back(FlatTable(file_, follow_offset(file_, items.at + i * kOffsetBytes)));
    return tables;
}

} // namespace hlo2cpp::stablehlo
