#include "driver/harness.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kHelpers = R"(
static void* buffer(size_t bytes) {
    void* memory = 0;
    if (posix_memalign(&memory, @ALIGNMENT@, bytes > 0 ? bytes : 1) != 0) {
        fprintf(stderr, "no memory for a buffer of %zu bytes\n", bytes);
        exit(125);
    }
    memset(memory, 0xCB, bytes); // so that what the entry leaves out shows
    return memory;
}
static void transfer(const char* name, void* memory, size_t bytes, bool in) {
    FILE* file = fopen(name, in ? "rb" : "wb");
    size_t done = 0;
    if (file) done = in ? fread(memory, 1, bytes, file) : fwrite(memory, 1, bytes, file);
    if (!file || done != bytes || fclose(file) != 0) {
        fprintf(stderr, "%s: cannot be transferred\n", name);
        exit(125);
    }
}
)";
constexpr std::size_t kAlignment = 64; // the largest that a header states

std::string replaced(std::string_view text, std::string_view hole, const std::string& with) {
    std::string out(text);
    out.replace(out.find(hole), hole.size(), with);
    return out;
}

} // namespace

std::string entry_type(ElementType type) {
    if (is_complex(type)) return type == ElementType::C64 ? "float" : "double";
    return std::string(info(type).memory_type);
}

Signature signature_of(const Module& module, const Schedule& schedule) {
    Signature signature;
    for (const Shape& shape : module.parameter_shapes)
        for_each_leaf(shape, [&](const Shape& leaf) { signature.parameters.push_back({leaf, false}); });
    for_each_leaf(module.result_shape, [&](const Shape& leaf) { signature.results.push_back({leaf, std::nullopt}); });
    check_internal(schedule.results.size() == signature.results.size(),
                   "the schedule has not as many results as the module");
    for (std::size_t i = 0; i < signature.results.size(); ++i) {
        const Value& value = schedule[schedule.results[i]];
        if (value.kind != ValueKind::Parameter) continue;
        const auto parameter = static_cast<std::size_t>(value.leaf);
        signature.results[i].parameter = parameter;
        signature.parameters.at(parameter).written = true;
    }
    return signature;
}

std::string harness_text(const std::string& name, const Signature& signature) {
    std::string text =
        "#include \"" + name + ".cpp\"\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";
    text += replaced(kHelpers, "@ALIGNMENT@", std::to_string(kAlignment));
    text += "int main(int, char** argv) {\n    if (chdir(argv[1]) != 0) return 125;\n";
    std::string arguments;
    const auto declare = [&](const std::string& variable, const Shape& shape) {
        const std::string type = entry_type(shape.type);
        // Static, so that a leak checker still finds the buffer when main has returned.
        text += "    static " + type + "* " + variable + " = static_cast<" + type + "*>(buffer(" + std::to_string(memory_bytes(shape)) +
                "));\n";
        arguments += (arguments.empty() ? "" : ", ") + variable;
    };
    const auto transfer = [&](const std::string& file, const std::string& variable, const Shape& shape, const char* in) {
        text += "    transfer(\"" + file + ".raw\", " + variable + ", " + std::to_string(memory_bytes(shape)) + ", " + in + ");\n";
    };
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        const std::string variable = "in" + std::to_string(i);
        declare(variable, signature.parameters[i].shape);
        transfer(variable, variable, signature.parameters[i].shape, "true");
    }
    for (std::size_t i = 0; i < signature.results.size(); ++i)
        if (!signature.results[i].parameter) declare("out" + std::to_string(i), signature.results[i].shape);
    text += "    const int status = " + name + "_run(" + arguments + ");\n    if (status != 0) return status;\n";
    for (std::size_t i = 0; i < signature.results.size(); ++i) {
        const auto& [shape, parameter] = signature.results[i];
        const std::string out = "out" + std::to_string(i);
        transfer(out, parameter ? "in" + std::to_string(*parameter) : out, shape, "false");
    }
    return text + "    return 0;\n}\n";
}

} // namespace hlo2cpp
