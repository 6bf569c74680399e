#include "support/file_bytes.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLarge = std::int64_t{16} << 20; // what is smaller is read at once

// A page that is no more there ends the program: nothing has been written yet.
extern "C" void shortened_file(int) {
    static constexpr char kText[] = "hlo2cpp: error: the file was shortened while it was read\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText, sizeof kText - 1);
    std::_Exit(1);
}

void* pages_of(std::string_view mapped) {
    return const_cast<char*>(mapped.data());
}

// Reads to the end; false: it cannot be read.
bool read_all(int file, std::string& bytes) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 20;
    for (std::size_t size = 0;;) {
        bytes.resize(size + kAtOnce);
        const ssize_t count = ::read(file, bytes.data() + size, kAtOnce);
        if (count < 0) return false;
        size += static_cast<std::size_t>(count);
        if (count > 0) continue;
        bytes.resize(size);
        return true;
    }
}

std::string_view mapped_file(int file, std::size_t size) {
    void* const pages = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (pages == MAP_FAILED) return {};
    std::signal(SIGBUS, shortened_file);
    return {static_cast<const char*>(pages), size};
}

// When contents were changed, in nanoseconds.
std::int64_t changed_at(const struct stat& status) {
    return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

} // namespace

std::optional<FileBytes> FileBytes::read(const std::string& path) {
    FileBytes bytes;
    bytes.file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status = {};
    if (bytes.file_ < 0 || ::fstat(bytes.file_, &status) != 0) return std::nullopt;
    if (S_ISREG(status.st_mode) && status.st_size >= kLarge) {
        bytes.changed_at_ = changed_at(status);
        bytes.mapped_ = mapped_file(bytes.file_, static_cast<std::size_t>(status.st_size));
    }
    if (bytes.mapped_.empty() && !read_all(bytes.file_, bytes.copied_)) return std::nullopt;
    return bytes;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : copied_(std::move(other.copied_)), mapped_(std::exchange(other.mapped_, {})),
      file_(std::exchange(other.file_, -1)), changed_at_(other.changed_at_) {}

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
    std::swap(copied_, other.copied_);
    std::swap(mapped_, other.mapped_);
    std::swap(file_, other.file_);
    std::swap(changed_at_, other.changed_at_);
    return *this;
}

FileBytes::~FileBytes() {
    if (!mapped_.empty()) ::munmap(pages_of(mapped_), mapped_.size());
    if (file_ >= 0) ::close(file_);
}

void FileBytes::forget() const {
    if (!mapped_.empty()) ::madvise(pages_of(mapped_), mapped_.size(), MADV_DONTNEED);
}

void FileBytes::check_unchanged() const {
    struct stat status = {};
    if (mapped_.empty()) return;
    const bool same = ::fstat(file_, &status) == 0 && static_cast<std::size_t>(status.st_size) == mapped_.size() &&
                      changed_at(status) == changed_at_;
    if (!same) throw InputError("the file was changed while it was read");
}

} // namespace hlo2cpp
