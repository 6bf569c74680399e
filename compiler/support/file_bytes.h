// The bytes of a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hlo2cpp {

// Large files are mapped, so that memory holds the pages of them that are read, until forget().
class FileBytes {
public:
    FileBytes() = default;                                         // of no file
    static std::optional<FileBytes> read(const std::string& path); // nothing: it cannot be read
    FileBytes(FileBytes&& other) noexcept;
    FileBytes& operator=(FileBytes&& other) noexcept;
    ~FileBytes();

    std::string_view all() const { return mapped_.empty() ? std::string_view(copied_) : mapped_; }
    // Memory may let go of what it holds of a mapped file, which comes back when it is read.
    void forget() const;
    // Throws InputError where somebody has written to a mapped file since it was opened.
    void check_unchanged() const;

private:
    std::string copied_;
    std::string_view mapped_;
    int file_ = -1;
    std::int64_t changed_at_ = 0; // of a mapped file, in nanoseconds
};

} // namespace hlo2cpp
