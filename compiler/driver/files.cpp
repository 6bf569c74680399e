#include "driver/files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "support/diagnostics.h"
#include "support/text_pattern.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const fs::path& path, const std::string& what, int error) {
    throw InputError(path.string() + ": " + what + ": " + std::strerror(error));
}

void write_file(const fs::path& path, const std::string& contents) {
    FilePtr file(std::fopen(path.c_str(), "wb"));
    if (!file) fail(path, "cannot be written", errno);
    if (std::fwrite(contents.data(), 1, contents.size(), file.get()) != contents.size())
        fail(path, "cannot be written", errno);
    if (std::fclose(file.release()) != 0) fail(path, "cannot be written", errno); // a full disk may show only here
}

// The folders of `folder` that do not exist yet, outermost first.
std::vector<fs::path> missing_folders(fs::path folder) {
    std::vector<fs::path> missing;
    std::error_code ignored;
    for (; !folder.empty() && !fs::exists(folder, ignored); folder = folder.parent_path()) {
        missing.push_back(folder);
        if (folder == folder.parent_path()) break;
    }
    std::ranges::reverse(missing);
    return missing;
}

std::optional<std::size_t> first_difference(const std::string& wanted, const std::string& found) {
    if (wanted == found) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::mismatch(wanted, found).in2 - found.begin());
}

} // namespace

std::string read_file(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) fail(path, "cannot be read", EISDIR);
    const FilePtr file(std::fopen(path.c_str(), "rb"));
    if (!file) fail(path, "cannot be read", errno);
    std::string contents;
    const std::uintmax_t size = fs::file_size(path, ignored);
    if (!ignored) contents.reserve(size);
    char block[1 << 16];
    while (const std::size_t got = std::fread(block, 1, sizeof block, file.get())) contents.append(block, got);
    if (std::ferror(file.get()) != 0) fail(path, "cannot be read", errno);
    return contents;
}

void OutputFiles::commit() {
    try {
        write_all();
        for (File& file : files_) {
            if (std::rename(file.temporary.c_str(), file.path.c_str()) != 0)
                fail(file.path, "cannot be written", errno);
            file.temporary.clear();
        }
    } catch (...) {
        remove_temporaries();
        throw;
    }
    made_folders_.clear();
    files_.clear();
}

std::vector<std::string> OutputFiles::differences() const {
    std::vector<std::string> all;
    for (const File& file : files_) {
        std::error_code ignored;
        if (!fs::exists(file.path, ignored)) {
            all.push_back(file.path.string() + " is missing");
            continue;
        }
        const std::string found = read_file(file.path);
        const std::optional<std::size_t> same =
            file.has_gaps ? first_mismatch(file.contents, found) : first_difference(file.contents, found);
        if (!same) continue;
        const auto end = found.begin() + static_cast<std::ptrdiff_t>(*same);
        all.push_back(file.path.string() + " differs from line " +
                      std::to_string(1 + std::count(found.begin(), end, '\n')) + " on");
    }
    return all;
}

void OutputFiles::write_all() {
    for (File& file : files_) {
        const fs::path folder = fs::absolute(file.path).lexically_normal().parent_path();
        for (const fs::path& missing : missing_folders(folder)) {
            std::error_code error;
            if (fs::create_directory(missing, error)) made_folders_.push_back(missing);
            if (error) fail(missing, "cannot be made", error.value());
        }
        file.temporary = file.path;
        file.temporary.replace_filename("." + file.path.filename().string() + "." + std::to_string(getpid()));
        write_file(file.temporary, file.contents);
    }
}

void OutputFiles::remove_temporaries() noexcept {
    std::error_code ignored;
    for (const File& file : files_)
        if (!file.temporary.empty()) fs::remove(file.temporary, ignored);
    for (auto folder = made_folders_.rbegin(); folder != made_folders_.rend(); ++folder)
        fs::remove(*folder, ignored); // empty ones
    made_folders_.clear();
}

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    if (error) throw InputError("there is no folder for temporary files: " + error.message());
    std::string name = (base / "hlo2cpp-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) fail(base, "cannot hold a temporary folder", errno);
    path_ = name;
    try {
        processes_.emplace(path_);
    } catch (...) {
        fs::remove(path_, error);
        throw;
    }
}

TemporaryFolder::~TemporaryFolder() {
    processes_.reset();
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace hlo2cpp
