#include <catch2/catch.hpp>

#include <fstream>

#include "driver/files.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST_CASE("files appear together, in folders that are made") {
    const TemporaryFolder folder;
    OutputFiles files;
    files.add(folder.path() / "a/b/one.txt", "first");
    files.add(folder.path() / "a/two.txt", std::string("\0x\n", 3));
    CHECK(entries(folder.path()) == 0);
    files.commit();
    CHECK(read_file(folder.path() / "a/b/one.txt") == "first");
    CHECK(read_file(folder.path() / "a/two.txt") == std::string("\0x\n", 3));
    CHECK(entries(folder.path() / "a") == 2);
}

TEST_CASE("where one file cannot be written nothing is left") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "in_the_way") << "x";
    OutputFiles files;
    files.add(folder.path() / "new/one.txt", "first");
    files.add(folder.path() / "in_the_way/two.txt", "second");
    CHECK_THROWS_AS(files.commit(), InputError);
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("an old file is replaced as a whole") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "f") << "a long old text";
    OutputFiles files;
    files.add(folder.path() / "f", "new");
    files.commit();
    CHECK(read_file(folder.path() / "f") == "new");
}

TEST_CASE("a file that cannot be read says why") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(read_file(folder.path() / "none"), Catch::Contains("none: cannot be read: No such file"));
    CHECK_THROWS_WITH(read_file(folder.path()), Catch::Contains("Is a directory"));
}

TEST_CASE("a temporary folder goes with all that is in it") {
    fs::path path;
    {
        const TemporaryFolder folder;
        path = folder.path();
        std::ofstream(path / "f") << "x";
    }
    CHECK_FALSE(fs::exists(path));
}

} // namespace
} // namespace hlo2cpp
