// Files that people bring and that are no HLO, as make_files.py has each framework write them: each is recognised, by
// content.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

#include "driver/files.h"
#include "evaluate/evaluator.h"
#include "hlo/write.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "support/sha256.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

std::string path_of(const std::string& file) {
    return HLO2CPP_SOURCE_DIR "/tests/errors/formats/" + file;
}

struct Said {
    std::string message, python;
};

Said said_of(const std::string& bytes) {
    try {
        read_module_bytes(bytes);
    } catch (const InputError& error) {
        return {error.diagnostic.message, error.diagnostic.excerpt};
    }
    return {};
}

// A cut or changed file is read or refused, never worse.
void try_to_read(const std::string& bytes) {
    try {
        read_module_bytes(bytes);
    } catch (const InputError& error) {
        CHECK_FALSE(error.diagnostic.message.empty());
    }
}

struct Expected {
    std::string what, python; // what the message begins with, a line that the Python below it has
};

const std::map<std::string, Expected> kFiles = {
    {"model.onnx", {"this is an ONNX model, not HLO", "call_onnx_model"}},
    {"model.tflite", {"this is a TFLite model, not HLO", "keras.saving.load_model"}},
    {"graph.pb", {"this is a TensorFlow GraphDef, not HLO", "saved_model.load"}},
    {"saved_model/saved_model.pb", {"this is the saved_model.pb of a TensorFlow SavedModel", "saved_model.load"}},
    {"saved_model_trained/saved_model.pb",
     {"this is the saved_model.pb of a TensorFlow SavedModel", "saved_model.load"}},
    {"model.keras", {"this is a Keras model, not HLO", "keras.saving.load_model"}},
    {"model.h5", {"this is an HDF5 file, not HLO", "keras.saving.load_model"}},
    {"model.pt2", {"this is a program that torch.export saved, not HLO", "torch.export.load"}},
    {"weights.pt", {"this is a file of torch.save or TorchScript, not HLO", "torch.export.load"}},
    {"script.pt", {"this is a file of torch.save or TorchScript, not HLO", "torch.export.load"}},
    {"old_weights.pt", {"this is a Python pickle, perhaps of torch.save", "torch.export.load"}},
    {"array.npy", {"this is a file of NumPy arrays, not HLO", ""}},
    {"arrays.npz", {"this is a file of NumPy arrays, not HLO", ""}},
};

} // namespace

TEST_CASE("a file of another framework is named, with the Python that makes an HLO proto from it", "[formats]") {
    for (const auto& [file, expected] : kFiles) {
        INFO(file);
        const Said said = said_of(read_file(path_of(file)));
        CHECK_THAT(said.message, StartsWith(expected.what));
        CHECK_THAT(said.python, Contains(expected.python));
        CHECK(said.python.empty() == expected.python.empty());
    }
}

TEST_CASE("the folder of a SavedModel is named, other folders are none", "[formats]") {
    CHECK_THROWS_WITH(read_module(path_of("saved_model")), StartsWith("this is the folder of a TensorFlow SavedModel"));
    CHECK_THROWS_WITH(read_module(path_of("")), Contains("this is a folder; expected a file"));
}

TEST_CASE("archives and pointers are named", "[formats]") {
    CHECK_THAT(said_of("PK\x03\x04" + std::string(100, 'x')).message,
               StartsWith("this is a zip archive, not HLO: unpack"));
    CHECK_THAT(said_of("model.pb" + std::string(249, '\0') + "ustar  " + std::string(248, '\0')).message,
               StartsWith("this is a tar archive, not HLO: unpack"));
    CHECK_THAT(said_of("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n").message,
               Contains("git lfs pull"));
}

TEST_CASE("a gzip'd module is read, as a proto and as text; its hash is that of the file", "[formats]") {
    const Module plain = read_module(path_of("module.pb"));
    const std::string file = read_file(path_of("module.pb.gz"));
    const Module packed = read_module_bytes(file);
    CHECK(write_text(packed) == write_text(plain));
    CHECK(packed.sha256 == sha256_hex(file));
    CHECK(read_module(path_of("module.txt.gz")).entry_computation().instructions.size() ==
          plain.entry_computation().instructions.size());
}

TEST_CASE("a gzip'd file that is cut off anywhere is refused as that", "[formats]") {
    const std::string file = read_file(path_of("module.pb.gz"));
    for (std::size_t size = 3; size < file.size(); ++size) {
        INFO(size);
        CHECK_THAT(said_of(file.substr(0, size)).message, Contains("gzip'd file is damaged or cut off"));
    }
}

TEST_CASE("every file cut off anywhere, or with a bit flipped, is read or refused, never worse", "[formats]") {
    constexpr std::size_t kTries = 300;
    for (const auto& entry : fs::recursive_directory_iterator(path_of(""))) {
        if (!entry.is_regular_file()) continue;
        INFO(entry.path().string());
        const std::string file = read_file(entry.path());
        for (std::size_t i = 0; i < kTries; ++i) {
            const std::size_t at = i < kTries / 2 ? std::min(i, file.size() - 1) : file.size() * i / kTries;
            try_to_read(file.substr(0, at));
            std::string flipped = file;
            flipped[at] = static_cast<char>(flipped[at] ^ (1 << i % 8));
            try_to_read(flipped);
        }
    }
}

TEST_CASE("StableHLO and files of jax.export are read, and compute what their HLO computes", "[formats]") {
    const auto results_of = [](const Module& module) {
        Tensor x(module.parameter_shapes.at(0));
        for (std::int64_t i = 0; i < x.elements(); ++i) x.reals()(i) = 0.25 * static_cast<double>(i) - 1;
        return evaluate(module, std::vector<Tensor>{x}).at(0).reals();
    };
    const auto expected = results_of(read_module(path_of("module.pb")));
    for (const char* file :
         {"stablehlo.mlir", "stablehlo_debug.mlir", "stablehlo.mlirbc", "portable.mlirbc", "export.jax"}) {
        INFO(file);
        CHECK(std::ranges::equal(results_of(read_module(path_of(file))), expected));
    }
}

TEST_CASE("StableHLO is recognised by its text, whatever it begins with", "[formats]") {
    const std::string
        function = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n",
        generic = "\"func.func\"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = \"main\"}> ({\n"
                  "^bb0(%x: tensor<2xf32>):\n  \"func.return\"(%x) : (tensor<2xf32>) -> ()\n}) : () -> ()\n";
    for (const std::string& text :
         {function, "module {\n" + function + "}\n", "#loc = loc(\"x\")\n" + function,
          "!vector = tensor<2xf32>\n" + function,
          "// a comment\n\n#loc1 = loc(unknown)\n!t = i32\nmodule @jit_f {\n" + function + "}\n", generic,
          "\"builtin.module\"() ({\n" + generic + "}) : () -> ()\n", "builtin.module {\n" + function + "}\n"}) {
        INFO(text);
        CHECK(to_string(read_module_bytes(text).result_shape) == "f32[2]");
    }
}

TEST_CASE("no HLO is taken for something else, whatever its names", "[formats]") {
    for (std::size_t size = 1; size < 128; ++size) { // of the name, which is a proto's second byte
        const std::string name(size, 'm');
        const Module named =
            read_module_bytes("HloModule " + name + "\n\nENTRY e {\n  ROOT func.func = f32[] parameter(0)\n}\n");
        CHECK(read_module_bytes(write_proto(named)).name == name);
    }
    const std::string module = "HloModule module\n\nENTRY func.func {\n  ROOT stablehlo.add = f32[] parameter(0)\n}\n";
    CHECK_NOTHROW(read_module_bytes(module));
    CHECK_NOTHROW(read_module_bytes("// module\n" + module));
    CHECK_NOTHROW(read_module_bytes(write_proto(read_module_bytes(module))));
}

} // namespace hlo2cpp
