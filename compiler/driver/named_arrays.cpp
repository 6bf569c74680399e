#include "driver/named_arrays.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "driver/files.h"
#include "ir/module.h"
#include "read/zip.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".npy";
constexpr std::size_t kLongestArrayName = 80;

// Adds the array of a file of this name, if it is one.
void add_array(std::vector<NamedArray>& arrays, const std::string& set, const std::string& file,
               std::function<std::string()> read) {
    if (!file.ends_with(kSuffix)) return;
    const std::string name = file.substr(0, file.size() - kSuffix.size());
    arrays.push_back({.name = name, .place = set + ": " + printable(name, kLongestArrayName), .read = std::move(read)});
}

void list_folder(std::vector<NamedArray>& arrays, const fs::path& folder) {
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
        if (!at->is_directory())
            add_array(arrays, folder.string(), at->path().lexically_relative(folder).generic_string(),
                      [path = at->path()] { return read_file(path); });
    if (error) throw InputError(folder.string() + ": cannot be read: " + error.message());
}

void list_archive(std::vector<NamedArray>& arrays, const std::string& path) {
    const auto file = std::make_shared<const std::string>(read_file(path));
    if (!is_zip(*file))
        throw InputError("--constants " + path +
                         ": is neither a folder of .npy files nor an .npz archive; one array "
                         "is named by --constant NAME=FILE.npy");
    for (const ZipMember& member : list_zip(*file, path))
        add_array(arrays, path, member.name,
                  [file, member, place = path + ": " + printable(member.name, kLongestArrayName)] {
                      return unpacked(member, place);
                  });
}

} // namespace

std::vector<NamedArray> list_arrays(const std::string& path) {
    std::vector<NamedArray> arrays;
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        list_folder(arrays, path);
    else
        list_archive(arrays, path);
    if (arrays.empty()) throw InputError("--constants " + path + ": holds no .npy file");
    std::ranges::sort(arrays, {}, &NamedArray::name); // the order of files in a folder is that of the file system
    return arrays;
}

} // namespace hlo2cpp
