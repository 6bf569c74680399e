#include "read/stablehlo/jax_export.h"

#include <algorithm>

#include "read/stablehlo/bytecode.h"
#include "read/stablehlo/flatbuffer.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

// Fields of jax.export's table, of all versions of its serialization.
constexpr std::size_t kFunctionName = 6, kArgumentTree = 8, kPlatforms = 22, kModuleBytes = 30, kKeptArguments = 34;
// Fields of a tree of arguments.
constexpr std::size_t kNodeKind = 4, kChildren = 6, kChildNames = 8;
enum NodeKind : std::uint64_t { kLeafNode, kNoneNode, kTupleNode, kListNode, kDictNode, kCustomNode };

// The leaves of a tree of tuples, lists and dictionaries, by their paths as Python writes them.
class LeafPaths {
public:
    explicit LeafPaths(std::size_t file_bytes) : budget_(file_bytes) {}

    void add(const FlatTable& node, const std::string& path) {
        // A node may be the child of several, of itself among them.
        const std::size_t cost = kLeastNodeBytes + path.size() / kPathShare;
        if (cost > budget_) throw InputError("the tree of the function's arguments has more nodes than the file bytes");
        budget_ -= cost;
        const std::uint64_t kind = node.number(kNodeKind, 1);
        if (kind == kLeafNode) {
            paths.push_back(path);
            return;
        }
        if (path.size() > kLongestPath) throw InputError("the tree of the function's arguments is nested too deeply");
        const std::vector<std::string_view> names = node.strings(kChildNames);
        const std::vector<FlatTable> children = node.tables(kChildren);
        for (std::size_t i = 0; i < children.size(); ++i) add(children[i], path + step(kind, names, i));
    }

    std::vector<std::string> paths;

private:
    static constexpr std::size_t kLeastNodeBytes = 4, kPathShare = 16, kLongestPath = 1000;

    static std::string step(std::uint64_t kind, const std::vector<std::string_view>& names, std::size_t child) {
        if (kind == kDictNode && child < names.size()) return "['" + std::string(names[child]) + "']";
        return "[" + std::to_string(child) + "]";
    }

    std::size_t budget_;
};

// The tree is the pair of positional arguments and keywords.
std::vector<std::string> call_arguments(const FlatTable& file, std::size_t file_bytes) {
    LeafPaths leaves(file_bytes);
    const std::optional<FlatTable> tree = file.table(kArgumentTree);
    if (!tree) return {};
    const std::vector<FlatTable> parts = tree->tables(kChildren);
    if (parts.size() != 2)
        throw InputError("the tree of the function's arguments is not a pair of arguments and keywords");
    leaves.add(parts[0], "args");
    const std::vector<std::string_view> keywords = parts[1].strings(kChildNames);
    const std::vector<FlatTable> values = parts[1].tables(kChildren);
    if (keywords.size() != values.size()) throw InputError("there are keyword arguments without a name");
    for (std::size_t i = 0; i < values.size(); ++i) leaves.add(values[i], std::string(keywords[i]));
    return std::move(leaves.paths);
}

// Arguments that the function does not use are not in the module.
std::vector<std::string> kept_arguments(const FlatTable& file, std::size_t file_bytes) {
    const std::vector<std::string> all = call_arguments(file, file_bytes);
    std::vector<std::string> kept;
    for (const std::uint64_t index : file.numbers(kKeptArguments, 2)) {
        if (index >= all.size())
            throw InputError("the module has an argument " + std::to_string(index) + ", but the function has " +
                             std::to_string(all.size()));
        kept.push_back(all[static_cast<std::size_t>(index)]);
    }
    return kept;
}

// The table of a jax.export file; nothing for other files. There is no magic number, so this asks for the bytecode
// inside.
std::optional<FlatTable> exported_table(std::string_view file) {
    try {
        const FlatTable table = FlatTable::root(file);
        if (is_mlir_bytecode(table.string(kModuleBytes))) return table;
    } catch (const InputError&) { // another format
    }
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> JaxExport::index_of_platform(std::string_view name) const {
    const auto found = std::find(platforms.begin(), platforms.end(), name);
    if (found == platforms.end()) return std::nullopt;
    return static_cast<std::size_t>(found - platforms.begin());
}

std::optional<JaxExport> parse_jax_export(std::string_view file) {
    const std::optional<FlatTable> table = exported_table(file);
    if (!table) return std::nullopt;
    JaxExport exported{.module = table->string(kModuleBytes)};
    exported.function_name = table->string(kFunctionName);
    for (const std::string_view platform : table->strings(kPlatforms)) exported.platforms.emplace_back(platform);
    exported.argument_names = kept_arguments(*table, file.size());
    return exported;
}

} // namespace hlo2cpp::stablehlo
