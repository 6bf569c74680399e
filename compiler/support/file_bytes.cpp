#include "support/file_bytes.h"

#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hlo2cpp {
namespace {

// Smaller files are read, so that nothing happens to who reads while somebody shortens them.
constexpr std::int64_t kLarge = std::int64_t{16} << 20;

// The pages of a regular file that is large; empty for others.
std::string_view map(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    struct stat status = {};
    std::string_view mapped;
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= kLarge) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const pages = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (pages != MAP_FAILED) mapped = {static_cast<const char*>(pages), size};
    }
    ::close(file);
    return mapped;
}

void* pages_of(std::string_view mapped) {
    return const_cast<char*>(mapped.data());
}

} // namespace

std::optional<FileBytes> FileBytes::read(const std::string& path) {
    FileBytes bytes;
    bytes.mapped_ = map(path);
    if (!bytes.mapped_.empty()) return bytes;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    if (size < 0) return std::nullopt;
    bytes.copied_.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    if (size > 0 && !file.read(bytes.copied_.data(), size)) return std::nullopt;
    return bytes;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : copied_(std::move(other.copied_)), mapped_(std::exchange(other.mapped_, {})) {}

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
    std::swap(copied_, other.copied_);
    std::swap(mapped_, other.mapped_);
    return *this;
}

FileBytes::~FileBytes() {
    if (!mapped_.empty()) ::munmap(pages_of(mapped_), mapped_.size());
}

void FileBytes::forget() const {
    if (!mapped_.empty()) ::madvise(pages_of(mapped_), mapped_.size(), MADV_DONTNEED);
}

} // namespace hlo2cpp
