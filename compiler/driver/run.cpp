#include "driver/run.h"

#include <cstdlib>
#include <cstring>

#include "driver/files.h"
#include "driver/harness.h"
#include "driver/layout_order.h"
#include "driver/npy.h"
#include "driver/process.h"
#include "evaluate/evaluator.h"

namespace hlo2cpp {
namespace {

// No identifier, so never the NAME of the generated files beside them.
constexpr const char* kProgram = "run-main";
constexpr const char* kProgramSource = "run-main.cpp";

std::string bytes_text(const std::vector<std::byte>& bytes) {
    std::string text(bytes.size(), '\0');
    if (!bytes.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
    return text;
}

std::vector<std::byte> text_bytes(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

// The first lines of what a child said.
std::string first_lines(const std::string& text, std::size_t limit = 20) {
    std::size_t end = 0;
    for (std::size_t line = 0; line < limit && end < text.size(); ++line) {
        const std::size_t next = text.find('\n', end);
        end = next == std::string::npos ? text.size() : next + 1;
    }
    std::string shown = text.substr(0, end);
    while (!shown.empty() && shown.back() == '\n') shown.pop_back();
    return shown;
}

std::vector<std::string> compiler_command(const Target& target, const std::string& cxxflags) {
    const char* const cxx = std::getenv("CXX");
    std::vector<std::string> command = split_words(cxx != nullptr ? cxx : "");
    if (command.empty()) command = {"c++"};
    for (const char* flag : {"-std=c++17", "-O1", "-w"}) command.emplace_back(flag);
    for (const std::string& flags : {target.compiler_flags, cxxflags})
        for (const std::string& flag : split_words(flags)) command.push_back(flag);
    return command;
}

void build(const std::filesystem::path& folder, const Target& target, const std::string& cxxflags) {
    std::vector<std::string> command = compiler_command(target, cxxflags);
    command.insert(command.end(), {(folder / kProgramSource).string(), "-o", (folder / kProgram).string(), "-lm"});
    const std::filesystem::path log = folder / "compiler.log";
    const ProcessEnd end = run_process(command, log);
    if (end.status == 0) return;
    throw InputError("the C++ compiler '" + command[0] + "' ended with " + describe(end) + " on the generated code\n" +
                     first_lines(read_file(log)));
}

void execute(const std::filesystem::path& folder) {
    const std::filesystem::path log = folder / "run.log";
    const ProcessEnd end = run_process({(folder / kProgram).string(), folder.string()}, log);
    if (end.status == 0) return;
    std::string message = "the generated code ended with " + describe(end);
    const std::string said = first_lines(read_file(log));
    throw InputError(said.empty() ? message : message + "\n" + said);
}

} // namespace

std::vector<Literal> read_arguments(const Module& module, const std::vector<std::string>& paths) {
    std::vector<Shape> shapes;
    for (const Shape& shape : module.parameter_shapes)
        for_each_leaf(shape, [&](const Shape& leaf) { shapes.push_back(leaf); });
    if (paths.size() != shapes.size())
        throw InputError("takes " + std::to_string(shapes.size()) + " arguments but --input was given " +
                         std::to_string(paths.size()) + " times");
    std::vector<Literal> arguments;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::string what = "argument " + std::to_string(i) + ", " + paths[i];
        arguments.push_back(to_literal(parse_npy(read_file(paths[i]), what), shapes[i], what));
    }
    return arguments;
}

std::vector<Literal> run_evaluator(const Module& module, const std::vector<Literal>& arguments) {
    std::vector<Tensor> tensors;
    for (const Literal& argument : arguments) tensors.push_back(to_tensor(argument));
    std::vector<Literal> results;
    for (const Tensor& result : evaluate(module, tensors)) results.push_back(to_literal(result));
    return results;
}

std::vector<Literal> run_compiled(const Compilation& compilation, const std::string& name, const Target& target,
                                  const std::vector<Literal>& arguments, const std::string& cxxflags) {
    const Signature signature = signature_of(compilation.module, compilation.schedule);
    check_internal(arguments.size() == signature.parameters.size(), "run has not as many arguments as the module");
    const TemporaryFolder folder;
    OutputFiles files;
    files.add(folder.path() / (name + ".h"), compilation.code.header);
    files.add(folder.path() / (name + ".cpp"), compilation.code.source);
    files.add(folder.path() / kProgramSource, harness_text(name, signature));
    for (std::size_t i = 0; i < arguments.size(); ++i)
        files.add(folder.path() / ("in" + std::to_string(i) + ".raw"),
                  bytes_text(to_layout(arguments[i].bytes, signature.parameters[i].shape)));
    files.commit();
    build(folder.path(), target, cxxflags);
    execute(folder.path());
    std::vector<Literal> results;
    for (std::size_t i = 0; i < signature.results.size(); ++i) {
        const Shape& shape = signature.results[i].shape;
        const std::string raw = read_file(folder.path() / ("out" + std::to_string(i) + ".raw"));
        results.push_back(
            {.shape = Shape::array(shape.type, shape.dims), .bytes = from_layout(text_bytes(raw), shape), .tuple = {}});
    }
    return results;
}

} // namespace hlo2cpp
