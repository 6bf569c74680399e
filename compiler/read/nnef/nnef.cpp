#include "read/nnef/nnef.h"

#include <filesystem>

#include "read/byte_order_mark.h"
#include "read/nnef/checker.h"
#include "read/nnef/interpreter.h"
#include "read/nnef/quantization.h"
#include "support/sha256.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;
using namespace nnef;

constexpr const char* kGraphFile = "graph.nnef";
constexpr const char* kQuantization = "graph.quant";

bool is_folder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

// `version 1.0`, and not "version https://git-lfs...".
bool begins_as_graph(std::string_view text) {
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f\v"), text.size()));
        if (!text.starts_with("#")) break;
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    constexpr std::string_view kVersion = "version";
    if (!text.starts_with(kVersion)) return false;
    text.remove_prefix(kVersion.size());
    const std::size_t number = text.find_first_not_of(" \t\r\n");
    return number != text.npos && number > 0 && text[number] >= '0' && text[number] <= '9';
}

ModelFolder folder_of(const std::string& path, std::string_view bytes) {
    if (is_folder(path)) return ModelFolder::on_disk(path);
    if (is_model_archive(bytes)) return ModelFolder::in_archive(std::string(bytes));
    return ModelFolder::on_disk(fs::path(path).parent_path().string());
}

} // namespace

bool is_nnef(const std::string& path, std::string_view bytes) {
    std::error_code ignored;
    if (is_folder(path)) return fs::exists(fs::path(path) / kGraphFile, ignored);
    return path.ends_with(".nnef") || is_model_archive(bytes) || begins_as_graph(without_byte_order_mark(bytes));
}

ModelFile read_nnef(const std::string& path, std::string_view bytes, const InputShapes& input_shapes) {
    const ModelFolder folder = folder_of(path, bytes);
    const bool alone = !is_folder(path) && !is_model_archive(bytes);
    const std::optional<std::string> text = alone ? std::string(bytes) : folder.read(kGraphFile);
    if (!text) throw InputError("graph.nnef cannot be read");
    const SourceText source{.file = kGraphFile, .text = std::string(without_byte_order_mark(*text))};
    Document document = parse_document(source);
    Library library(document.provisional);
    check_document(document, library);

    const std::string quantization = folder.read(kQuantization).value_or("");
    const SourceText quantization_source{
        .file = kQuantization, .text = std::string(without_byte_order_mark(quantization)), .is_graph = false};
    const std::vector<QuantizationEntry> entries = parse_quantization(quantization_source);
    const Quantizations quantizations = check_quantizations(entries, quantization_source, document, library);

    Graph graph(document.graph, folder, input_shapes);
    const builder::Ops results = interpret(document, quantizations, graph);
    return graph.finish(results, sha256_hex(*text) + sha256_hex(quantization));
}

} // namespace hlo2cpp
