// Tables of a flatbuffer: numbers are little-endian, offsets count from where they stand.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hlo2cpp::stablehlo {

// Fields are named by their place in the table's vtable: 4, 6, 8 ..; absent ones have default values. All functions
// throw InputError where an offset leads out of the file.
class FlatTable {
public:
    // The table that a file begins with.
    static FlatTable root(std::string_view file);

    std::uint64_t number(std::size_t field, std::size_t bytes) const;
    std::string_view string(std::size_t field) const; // also of a vector of bytes
    std::vector<std::string_view> strings(std::size_t field) const;
    std::vector<std::uint64_t> numbers(std::size_t field, std::size_t bytes) const;
    std::optional<FlatTable> table(std::size_t field) const;
    std::vector<FlatTable> tables(std::size_t field) const;

private:
    struct Vector {
        std::size_t at = 0, count = 0; // of the first item
    };

    FlatTable(std::string_view file, std::size_t at);
    std::optional<std::size_t> place(std::size_t field) const;
    Vector vector_at(std::size_t at, std::size_t item_bytes) const;
    Vector vector(std::size_t field, std::size_t item_bytes) const;

    std::string_view file_;
    std::size_t at_;
    std::size_t fields_, fields_bytes_; // the vtable
};

} // namespace hlo2cpp::stablehlo
