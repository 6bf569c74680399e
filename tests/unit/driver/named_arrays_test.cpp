#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "driver/files.h"
#include "driver/named_arrays.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

std::string names_in(const std::string& path) {
    std::string names;
    for (const NamedArray& array : list_arrays(path)) names += array.name + "=" + array.read() + " ";
    return names;
}

TEST_CASE("arrays of a folder are named by their paths, in the order of the names", "[named_arrays]") {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "params" / "b");
    for (const char* file : {"x.npy", "params/b/bias.npy", "params/a.kernel.npy", "params/notes.txt"})
        std::ofstream(folder.path() / file) << file;
    CHECK(names_in(folder.path().string()) ==
          "params/a.kernel=params/a.kernel.npy params/b/bias=params/b/bias.npy x=x.npy ");
}

TEST_CASE("a set without arrays and a file that is no archive are refused", "[named_arrays]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(list_arrays(folder.path().string()), Contains("holds no .npy file"));
    std::ofstream(folder.path() / "w.npy") << "\x93NUMPY";
    CHECK_THROWS_WITH(list_arrays((folder.path() / "w.npy").string()), Contains("--constant NAME=FILE.npy"));
    CHECK_THROWS_WITH(list_arrays((folder.path() / "none").string()), Contains("cannot be read"));
}

} // namespace
} // namespace hlo2cpp
