// Files: read whole, written whole or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "driver/process.h"

namespace hlo2cpp {

// The contents; throws InputError that says why it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Files that appear together: each is written under a temporary name beside its own, then all are renamed.
class OutputFiles {
public:
    void add(std::filesystem::path path, std::string contents) {
        files_.push_back({std::move(path), std::move(contents), {}});
    }
    // A file that is only compared, with a pattern (support/text_pattern.h).
    void expect(std::filesystem::path path, std::string pattern) {
        files_.push_back({std::move(path), std::move(pattern), {}, true});
    }
    // Makes missing folders. Throws InputError where something cannot be written; then nothing new is left behind.
    void commit();
    // Writes nothing: one line for each file that is missing or holds anything else.
    std::vector<std::string> differences() const;

private:
    struct File {
        std::filesystem::path path;
        std::string contents;
        std::filesystem::path temporary;
        bool has_gaps = false; // the contents are a pattern
    };
    void write_all();
    void remove_temporaries() noexcept;

    std::vector<File> files_;
    std::vector<std::filesystem::path> made_folders_; // outermost first
};

// A folder of our own that is removed with all that is in it, and the processes that work there.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    const ProcessGroup& processes() const { return *processes_; }

private:
    std::filesystem::path path_;
    std::optional<ProcessGroup> processes_;
};

} // namespace hlo2cpp
