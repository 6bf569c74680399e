// Numbers of MLIR bytecode, read in order and never beyond the end of their part of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hlo2cpp::stablehlo::bytecode {

// A fault of the file and the byte where it shows. `parse_stablehlo_bytecode` makes it an InputError.
struct ByteError : std::runtime_error {
    ByteError(std::size_t at, const std::string& message) : std::runtime_error(message), offset(at) {}
    std::size_t offset;
};

struct Flagged {
    std::uint64_t value = 0;
    bool flag = false;
};

// All functions throw ByteError where bytes are missing or wrong.
class ByteReader {
public:
    explicit ByteReader(std::string_view file) : file_(file), end_(file.size()) {}
    ByteReader(std::string_view file, std::size_t begin, std::size_t end) : file_(file), at_(begin), end_(end) {}

    std::size_t offset() const { return at_; } // in the file
    std::size_t remaining() const { return end_ - at_; }
    bool at_end() const { return at_ == end_; }

    std::uint8_t byte();
    std::string_view bytes(std::uint64_t count);
    ByteReader part(std::uint64_t count); // of the next bytes, which are skipped here
    std::string_view zero_terminated();   // without the zero
    void align(std::uint64_t alignment);  // skips padding up to a multiple of it in the file

    // 1 to 9 bytes: as many low bits of the first one are zero as bytes follow.
    std::uint64_t varint();
    std::int64_t signed_varint(); // the sign is the lowest bit
    Flagged flagged();            // the flag is the lowest bit
    // The number of items that follow, of a byte or more each: it is no more than there are bytes.
    std::size_t count();
    std::size_t index(std::size_t size, const char* table); // below `size`

    std::size_t check_count(std::uint64_t count) const;
    std::size_t check_index(std::uint64_t index, std::size_t size, const char* table) const;
    void expect_end(const std::string& what) const;
    [[noreturn]] void fail(const std::string& message) const;

private:
    std::string_view file_;
    std::size_t at_ = 0, end_;
};

} // namespace hlo2cpp::stablehlo::bytecode
