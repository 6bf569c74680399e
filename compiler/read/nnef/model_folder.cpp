#include "read/nnef/model_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "ir/module.h" // printable
#include "support/diagnostics.h"

namespace hlo2cpp::nnef {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;
constexpr std::string_view kGraph = "graph.nnef";

struct TarEntry {
    std::string name;
    std::string_view contents;
};

// A number in octal digits, as the fields of headers have it; nothing where there are others.
std::optional<std::size_t> octal(std::string_view field) {
    std::size_t value = 0;
    const std::size_t begin = field.find_first_not_of(' ');
    for (const char c : field.substr(std::min(begin, field.size()))) {
        if (c == '\0' || c == ' ') break;
        if (c < '0' || c > '7' || value >> 58 != 0) return {};
        value = value * 8 + static_cast<std::size_t>(c - '0');
    }
    return value;
}

std::string_view text_of(std::string_view field) {
    return field.substr(0, field.find('\0'));
}

// "27 path=a/b.dat\n" among the records of an extended header.
std::string path_of_records(std::string_view records) {
    const std::size_t at = records.find(" path=");
    if (at == records.npos) return {};
    const std::string_view rest = records.substr(at + 6);
    return std::string(rest.substr(0, rest.find('\n')));
}

std::string without_dot(std::string name) {
    while (name.starts_with("./")) name.erase(0, 2);
    return name;
}

// Files of an archive, up to its end or the first block that is not a header.
std::vector<TarEntry> tar_entries(std::string_view bytes) {
    std::vector<TarEntry> entries;
    std::string long_name;
    while (bytes.size() >= kBlock) {
        const std::string_view header = bytes.substr(0, kBlock);
        const std::optional<std::size_t> size = octal(header.substr(124, 12));
        if (header[0] == '\0' || !size || *size > bytes.size() - kBlock) break;
        const std::string_view contents = bytes.substr(kBlock, *size);
        const char type = header[156];
        if (type == 'L') {
            long_name = text_of(contents);
        } else if (type == 'x') {
            long_name = path_of_records(contents);
        } else {
            const std::string prefix(header.substr(257, 5) == "ustar" ? text_of(header.substr(345, 155)) : "");
            const std::string name(text_of(header.substr(0, 100)));
            if (type == '0' || type == '\0')
                entries.push_back({without_dot(!long_name.empty() ? long_name
                                               : prefix.empty()   ? name
                                                                  : prefix + "/" + name),
                                   contents});
            long_name.clear();
        }
        bytes.remove_prefix(std::min(bytes.size(), kBlock + (*size + kBlock - 1) / kBlock * kBlock));
    }
    return entries;
}

bool is_graph(const std::string& name) {
    return name == kGraph || name.ends_with("/" + std::string(kGraph));
}

// Relative name without "." and empty parts. Throws InputError if it leads out of the folder.
std::string safe_name(const std::string& name) {
    if (!ModelFolder::is_safe(name))
        throw InputError("the name leads out of the model's folder: " + printable(name, 80));
    std::string safe;
    for (const fs::path& part : fs::path(name)) {
        if (part == "/" || part == "." || part.empty()) continue;
        safe += (safe.empty() ? "" : "/") + part.string();
    }
    return safe;
}

bool is_inside(const fs::path& file, const fs::path& folder) {
    const auto [file_at, folder_at] = std::mismatch(file.begin(), file.end(), folder.begin(), folder.end());
    return folder_at == folder.end() && file_at != file.end();
}

} // namespace

bool ModelFolder::is_safe(const std::string& name) {
    const fs::path path = name;
    return std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; }) &&
           name.find('\0') == name.npos;
}

ModelFolder ModelFolder::on_disk(std::string folder) {
    ModelFolder model;
    model.folder_ = folder.empty() ? "." : std::move(folder);
    return model;
}

ModelFolder ModelFolder::in_archive(std::string archive) {
    ModelFolder model;
    model.archive_ = true;
    const std::vector<TarEntry> entries = tar_entries(archive);
    const std::string* graph = nullptr;
    for (const TarEntry& entry : entries)
        if (is_graph(entry.name) && (graph == nullptr || entry.name.size() < graph->size())) graph = &entry.name;
    if (graph == nullptr) throw InputError("there is no graph.nnef in this archive");
    const std::string folder = graph->substr(0, graph->size() - kGraph.size());
    for (const TarEntry& entry : entries)
        if (entry.name.starts_with(folder))
            model.in_archive_.emplace(entry.name.substr(folder.size()), std::string(entry.contents));
    return model;
}

std::optional<std::string> ModelFolder::read(const std::string& name) const {
    const std::string safe = safe_name(name);
    if (archive_) {
        const auto found = in_archive_.find(safe);
        return found == in_archive_.end() ? std::nullopt : std::optional(found->second);
    }
    std::error_code error;
    const fs::path folder = fs::canonical(folder_, error);
    const fs::path path = error ? fs::path() : fs::canonical(folder / safe, error);
    if (error || !fs::is_regular_file(path, error)) return {};
    if (!is_inside(path, folder)) throw InputError("the file leads out of the model's folder: " + printable(name, 80));
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    std::string bytes(static_cast<std::size_t>(std::max<std::streamoff>(size, 0)), '\0');
    file.seekg(0);
    if (size < 0 || (size > 0 && !file.read(bytes.data(), size)))
        throw InputError(printable(name, 80) + " cannot be read");
    return bytes;
}

bool is_model_archive(std::string_view bytes) {
    if (bytes.size() < kBlock || bytes.substr(257, 5) != "ustar") return false;
    for (const TarEntry& entry : tar_entries(bytes))
        if (is_graph(entry.name)) return true;
    return false;
}

} // namespace hlo2cpp::nnef
