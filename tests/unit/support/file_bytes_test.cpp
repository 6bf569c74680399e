#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "support/diagnostics.h"
#include "support/file_bytes.h"

using namespace hlo2cpp;

namespace {

namespace fs = std::filesystem;

class Written {
public:
    explicit Written(std::size_t bytes) : path_(fs::temp_directory_path() / ("file_bytes_" + std::to_string(bytes))) {
        text_.resize(bytes);
        for (std::size_t i = 0; i < bytes; ++i) text_[i] = static_cast<char>(i * 7 + i / 4096);
        std::ofstream(path_, std::ios::binary) << text_;
    }
    ~Written() { fs::remove(path_); }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;
    const std::string& text() const { return text_; }
    std::string path() const { return path_.string(); }

private:
    fs::path path_;
    std::string text_;
};

} // namespace

TEST_CASE("files of all sizes have their bytes, also after memory let go of them") {
    for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{3} << 20, std::size_t{17} << 20}) {
        const Written file(size);
        const std::optional<FileBytes> bytes = FileBytes::read(file.path());
        REQUIRE(bytes);
        CHECK((bytes->all() == file.text()));
        bytes->forget();
        CHECK((bytes->all() == file.text()));
        bytes->check_unchanged();
    }
    CHECK_FALSE(FileBytes::read("/no/such/file"));
}

TEST_CASE("a large file that is written to while it is read is refused") {
    const Written file(std::size_t{17} << 20);
    const FileBytes bytes = std::move(*FileBytes::read(file.path()));
    std::ofstream(file.path(), std::ios::binary | std::ios::app) << "more";
    CHECK_THROWS_WITH(bytes.check_unchanged(), "the file was changed while it was read");
}
