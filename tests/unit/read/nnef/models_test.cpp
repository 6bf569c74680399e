// Models in files: the fixtures of tests/nnef, data, archives, inputs without a size.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

#include "check/compare.h"
#include "driver/files.h"
#include "driver/run.h"
#include "nnef_text.h"
#include "read/nnef/model_folder.h"
#include "read/nnef/nnef.h"
#include "read/nnef/tensor_file.h"
#include "read/reader.h"

namespace hlo2cpp::nnef {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

const std::string kTests = HLO2CPP_SOURCE_DIR "/tests/nnef";

std::vector<fs::path> entries(const std::string& folder) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(kTests + "/" + folder)) paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

Literal array(const fs::path& file, const Shape& shape) {
    return to_literal(parse_npy(read_file(file), file.string()), shape, file.string());
}

Compilation compiled(const fs::path& model) {
    ModelFile file = read_model(model.string());
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "model";
    options.generate.result_names = file.result_names;
    for (const KeptArgument& kept : file.kept)
        options.state.push_back({.name = kept.name, .result = {}, .file = {}, .initial = {}, .value = kept.initial});
    Diagnostics diagnostics;
    Compilation compilation = compile(std::move(file.module), options, diagnostics);
    REQUIRE(diagnostics.render("model").empty());
    return compilation;
}

// That the results are those in the folder.
void check_results(const fs::path& folder, const Module& module, const std::vector<Literal>& results) {
    std::vector<Shape> shapes;
    for_each_leaf(module.result_shape, [&](const Shape& leaf) { shapes.push_back(leaf); });
    for (std::size_t i = 0; fs::exists(folder / ("out" + std::to_string(i) + ".npy")); ++i) {
        const Literal expected = array(folder / ("out" + std::to_string(i) + ".npy"), shapes[i]);
        const auto mismatch = compare(results.at(i), expected, result_tolerance(shapes[i].type));
        INFO("result " << i << (mismatch ? ": " + mismatch->text : ""));
        CHECK_FALSE(mismatch);
    }
}

std::string header(std::uint32_t bytes, std::uint32_t bits, std::uint32_t type,
                   const std::vector<std::uint32_t>& extents) {
    std::string text("\x4E\xEF\x01\x00", 4);
    const auto word = [&](std::uint32_t value) {
        for (int i = 0; i < 4; ++i) text += static_cast<char>(value >> (8 * i) & 255U);
    };
    word(bytes);
    word(static_cast<std::uint32_t>(extents.size()));
    for (std::size_t i = 0; i < 8; ++i) word(i < extents.size() ? extents[i] : 0);
    word(bits);
    word(type);
    text.resize(128);
    return text;
}

std::string fault(const std::string& bytes) {
    try {
        parse_tensor_file(bytes);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

std::string tar_file(const std::string& name, const std::string& contents) {
    std::string block = name;
    block.resize(124);
    std::string size = "00000000000";
    for (std::size_t i = size.size(), rest = contents.size(); rest > 0; rest /= 8)
        size[--i] = static_cast<char>('0' + rest % 8);
    block += size;
    block.resize(156);
    block += '0';
    block.resize(257);
    block += "ustar";
    block.resize(512);
    block += contents;
    block.resize((block.size() + 511) / 512 * 512);
    return block;
}

TEST_CASE("models of tests/nnef give what NumPy computes", "[nnef]") {
    for (const fs::path& folder : entries("models")) {
        INFO(folder.filename().string());
        const Compilation c = compiled(folder);
        std::vector<std::string> inputs;
        for (int i = 0; fs::exists(folder / ("in" + std::to_string(i) + ".npy")); ++i)
            inputs.push_back((folder / ("in" + std::to_string(i) + ".npy")).string());
        const Arguments arguments = read_arguments(c.module, c.state, inputs);
        check_results(folder, c.module, run_evaluator(c.module, arguments.leaves));
        check_results(folder, c.module, run_compiled(c, "model", *find_target("generic"), arguments, "").results);
    }
}

TEST_CASE("tensors keep their names in the header, and updated variables are state with their initial values",
          "[nnef]") {
    const Compilation c = compiled(kTests + "/models/state");
    CHECK_THAT(c.code.header, Contains("int model_run(const float* x, float* y)"));
    CHECK_THAT(c.code.header, Contains("float mean[3];"));
    CHECK_THAT(c.code.header, Contains("float count[1];"));
    REQUIRE(c.state.size() == 2);
    CHECK(c.state[0].initial != nullptr);
}

TEST_CASE("wrong NNEF is refused with the place and what was expected", "[nnef]") {
    for (const fs::path& path : entries("errors")) {
        INFO(path.filename().string());
        const std::string text = read_file(path), marker = "# error: ";
        const std::size_t at = text.find(marker);
        REQUIRE(at != std::string::npos);
        const std::string expected = text.substr(at + marker.size(), text.find('\n', at) - at - marker.size());
        Diagnostics diagnostics;
        try {
            read_model(path.string());
        } catch (const InputError& error) {
            diagnostics.error(error.diagnostic);
        }
        CHECK_THAT(diagnostics.render("m"), Contains("m:" + expected));
    }
}

TEST_CASE("a tensor file whose header is wrong is refused before anything is allocated", "[nnef]") {
    CHECK(fault(header(8, 32, 0, {2}) + std::string(8, '\0')).empty());
    CHECK_THAT(fault(header(8, 32, 0, {2}) + "1234567"), Contains("7 bytes of data"));
    CHECK_THAT(fault(header(8, 32, 0, {3}) + std::string(8, '\0')), Contains("the data length in the header is 8"));
    CHECK_THAT(fault(header(8, 32, 0, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF})), Contains("too large"));
    CHECK_THAT(fault(header(8, 32, 0, {0xFFFFFFFF, 0x7FFFFFFF})), Contains("more than a file can hold"));
    CHECK_THAT(fault(header(8, 24, 0, {2})), Contains("24 bits"));
    CHECK_THAT(fault(header(8, 32, 6, {2})), Contains("item type is 6"));
    CHECK_THAT(fault(header(0, 32, 0, {0})), Contains("zero"));
    CHECK_THAT(fault(std::string(127, 'x')), Contains("127 bytes"));
}

TEST_CASE("integers of a tensor file that do not fit 32 bits are refused", "[nnef]") {
    const TensorFile file = parse_tensor_file(header(8, 64, 4, {1}) + std::string("\0\0\0\0\1\0\0\0", 8));
    CHECK_THROWS_WITH(literal_of(file), Contains("4294967296 does not fit 32 bits"));
    const TensorFile negative = parse_tensor_file(header(2, 16, 4, {1}) + "\xFE\xFF");
    CHECK(literal_of(negative).at<std::int32_t>(0) == -2);
}

TEST_CASE("an archive is the folder in it that has the graph", "[nnef]") {
    const std::string archive = tar_file("model/w.dat", "weights") + tar_file("model/graph.nnef", "version 1.0;") +
                                tar_file("other/w.dat", "no") + std::string(1024, '\0');
    REQUIRE(is_model_archive(archive));
    const ModelFolder folder = ModelFolder::in_archive(archive);
    CHECK(folder.read("w.dat") == "weights");
    CHECK(folder.read("/w.dat") == "weights");
    CHECK(folder.read("other/w.dat") == std::nullopt);
    CHECK_THROWS_WITH(folder.read("../other/w.dat"), Contains("leads out of the model's folder"));
    CHECK_FALSE(is_model_archive(archive.substr(0, 300)));
}

TEST_CASE("a byte order mark in front of a graph is skipped", "[nnef]") {
    const std::string text = "\xef\xbb\xbf" + graph_text("y = relu(x);");
    CHECK(is_nnef("model.txt", text));
    CHECK(model_of(text).module.parameter_shapes.size() == 1);
}

TEST_CASE("an extent that a model leaves open comes from the command line", "[nnef]") {
    const std::string text =
        "version 1.0;\ngraph g( x ) -> ( y )\n{\n    x = external<scalar>(shape = [0,3]);\n    y = relu(x);\n}\n";
    CHECK(model_of(text, {{"x", {5, 3}}}).module.parameter_shapes[0].dims == std::vector<std::int64_t>{5, 3});
    CHECK_THAT(complaint(text), Contains("--input-shape x="));
    CHECK_THROWS_WITH(model_of(text, {{"x", {5, 4}}}), Contains("only extents of 0 are open"));
    CHECK_THROWS_WITH(model_of(text, {{"z", {5, 3}}}), Contains("no input of that name"));
}

} // namespace
} // namespace hlo2cpp::nnef
