#include "read/other_formats.h"

#include <filesystem>

#include "hlo/proto/fields.h"
#include "support/embedded.h"

namespace hlo2cpp {
namespace {

using Bytes = std::string_view;

bool contains(Bytes bytes, Bytes what) {
    return bytes.find(what) != bytes.npos;
}

bool is_zip(Bytes bytes) {
    return bytes.starts_with("PK\x03\x04");
}

bool is_torch_export(Bytes bytes) {
    return is_zip(bytes) && (contains(bytes, "/models/model.json") || // of PyTorch 2.7 and later
                             contains(bytes, "serialized_exported_program.json"));
}

bool is_numpy(Bytes bytes) {
    return bytes.starts_with("\x93NUMPY") || (is_zip(bytes) && contains(bytes, ".npy"));
}

bool has_field(const std::vector<ProtoField>& fields, std::uint32_t number, std::uint32_t wire_type) {
    return std::ranges::any_of(fields,
                               [&](const ProtoField& f) { return f.number == number && f.wire_type == wire_type; });
}

constexpr std::size_t kLook = 100; // fields
constexpr std::uint32_t kVarint = 0, kLength = 2;

// ModelProto: ir_version = 1, graph = 7. The first field of an HLO proto is never a number.
bool is_onnx(Bytes bytes) {
    return bytes.starts_with('\x08') && has_field(proto_fields(bytes, kLook), 7, kLength);
}

// SavedModel: saved_model_schema_version = 1, meta_graphs = 2, of these meta_info_def = 1 or graph_def = 2.
bool is_saved_model(Bytes bytes) {
    if (!bytes.starts_with("\x08\x01\x12")) return false;
    const std::vector<ProtoField> graphs = proto_fields(bytes, 2);
    return graphs.size() == 2 && has_field(proto_fields(graphs[1].bytes, 2), 2, kLength);
}

// GraphDef: node = 1, many of them, versions = 4, library = 2; of a node name = 1, op = 2, like "Placeholder".
bool is_graph_def(Bytes bytes) {
    const std::vector<ProtoField> fields = proto_fields(bytes, 2);
    if (fields.size() < 2 || fields[1].number != 1) return false; // of an HLO proto, field 1 is there once
    const std::vector<ProtoField> node = proto_fields(fields[0].bytes, 2);
    return node.size() == 2 && node[1].number == 2 && !node[1].bytes.empty() && node[1].bytes[0] >= 'A' &&
           node[1].bytes[0] <= 'Z';
}

struct OtherFormat {
    Bytes what;
    bool (*is)(Bytes);
    Bytes advice;           // may be empty
    Bytes from = "from it"; // with a recipe: the file that it starts with
    Bytes recipe = "";      // file of recipes/
    Bytes packages = "";    // packages that the recipe imports
};

constexpr Bytes kKeras = "from the Keras model that it was made of", kTraced = "from torch.export's file of the model";
constexpr Bytes kTensorFlow = "tensorflow", kTorch = "torch==2.11.* torchax jax";

// The first that fits is it.
constexpr std::array kFormats = {
    OtherFormat{"a TFLite model", [](Bytes b) { return b.size() >= 8 && b.substr(4, 4) == "TFL3"; },
                "nothing leads from its ops back to HLO", kKeras, "from_keras.py", kTensorFlow},
    OtherFormat{
        "an ONNX model", is_onnx,
        "bring the model from the framework that it was made with, if you can, since jaxonnxruntime lacks many ops "
        "and converts few published models",
        "from it", "from_onnx.py", "jax onnx jaxonnxruntime absl-py"},
    OtherFormat{"the saved_model.pb of a TensorFlow SavedModel", is_saved_model,
                "its weights are in other files of its folder", "from the folder", "from_saved_model.py", kTensorFlow},
    OtherFormat{"a TensorFlow GraphDef", is_graph_def,
                "it says neither which nodes are results nor what the weights are",
                "from the SavedModel that it belongs to", "from_saved_model.py", kTensorFlow},
    OtherFormat{"a Keras model", [](Bytes b) { return is_zip(b) && contains(b, "model.weights.h5"); }, "", "from it",
                "from_keras.py", kTensorFlow},
    OtherFormat{"an HDF5 file", [](Bytes b) { return b.starts_with("\x89HDF\r\n"); }, "",
                "from it where it is a whole Keras model, not weights alone", "from_keras.py", kTensorFlow},
    OtherFormat{"a program that torch.export saved", is_torch_export, "", "from it", "from_torch_export.py", kTorch},
    OtherFormat{"a file of torch.save or TorchScript", [](Bytes b) { return is_zip(b) && contains(b, "/data.pkl"); },
                "save the model with torch.export", kTraced, "from_torch_export.py", kTorch},
    OtherFormat{"a Python pickle, perhaps of torch.save",
                [](Bytes b) { return b.size() > 2 && b[0] == '\x80' && b[1] >= 2 && b[1] <= 5; },
                "save the model with torch.export", kTraced, "from_torch_export.py", kTorch},
    OtherFormat{"a file of NumPy arrays", is_numpy, "it holds no program; arguments of one are given with --input"},
    OtherFormat{"a zip archive", is_zip, "unpack it and bring the module that is in it"},
    OtherFormat{"a tar archive", [](Bytes b) { return b.size() > 262 && b.substr(257, 5) == "ustar"; },
                "unpack it and bring the module that is in it"},
    OtherFormat{"a pointer of Git LFS", [](Bytes b) { return b.starts_with("version https://git-lfs"); },
                "`git lfs pull` brings the file itself"},
};

std::string indented(Bytes text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end > begin) result += "    ";
        result += text.substr(begin, end - begin);
        result += '\n';
        begin = end + 1;
    }
    return result;
}

Diagnostic described(const OtherFormat& format) {
    Diagnostic error{.message = "this is " + std::string(format.what) + ", not HLO"};
    if (!format.advice.empty()) error.message += ": " + std::string(format.advice);
    if (format.recipe.empty()) return error;
    error.message += "; these lines of Python make model.pb, an HLO proto, " + std::string(format.from) +
                     " (pip install " + std::string(format.packages) + "):";
    error.excerpt = "\n" + indented(embedded_file(format.recipe)) + "\n";
    return error;
}

} // namespace

std::optional<Diagnostic> other_format(std::string_view bytes) {
    const auto found = std::ranges::find_if(kFormats, [&](const OtherFormat& format) { return format.is(bytes); });
    return found == kFormats.end() ? std::nullopt : std::optional(described(*found));
}

Diagnostic other_folder(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::path(path) / "saved_model.pb", ignored))
        return described(
            {"the folder of a TensorFlow SavedModel", nullptr, "", "from it", "from_saved_model.py", kTensorFlow});
    return {.message = "this is a folder; expected a file, or the folder of an NNEF model, which has a graph.nnef"};
}

} // namespace hlo2cpp
