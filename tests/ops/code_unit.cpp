#include "code_unit.h"

#include <fstream>

#include "fixture.h"
#include "tree/uses.h"

namespace hlo2cpp::testing {

namespace {

bool uses_vectors(const Program& program) {
    Used used;
    for (const tree::Function& step : program.steps) used.add(step);
    return !used.vectors.types.empty() || !used.vectors.intrinsics.empty();
}

} // namespace

CodeUnit make_unit(const std::string& path, const std::string& name, const CompileOptions& base) {
    CodeUnit unit{.path = path, .name = name, .error = {}, .signature = {}, .code = {}};
    unit.language = base.generate.language;
    CompileOptions options = base;
    options.generate.name = name;
    options.generate.module_file = std::filesystem::path(path).filename().string();
    Diagnostics diagnostics;
    try {
        Compilation compilation = compile(fixture_module(read_fixture(path)), options, diagnostics);
        if (!diagnostics.has_errors()) {
            unit.signature = signature_of(compilation.module, compilation.schedule);
            unit.code = std::move(compilation.code);
            unit.has_vectors = uses_vectors(compilation.program);
        }
    } catch (const InputError& error) {
        diagnostics.error(error.diagnostic);
    } catch (const std::exception& error) {
        diagnostics.error(std::string(error.what()));
    }
    unit.error = diagnostics.render(path);
    return unit;
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

void write_code(const CodeUnit& unit, const std::filesystem::path& folder) {
    const std::filesystem::path source = folder / (unit.name + source_suffix(unit.language));
    if (!unit.error.empty()) {
        if (unit.language == Language::C) write_text_file(source, "typedef int no_code;\n");
        return;
    }
    write_text_file(folder / (unit.name + ".h"), unit.code.header);
    write_text_file(source, unit.code.source);
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return out + "\"";
}

std::string pointer_arguments(const Signature& signature) {
    std::string arguments;
    std::size_t pointer = 0;
    const auto add = [&](const Shape& shape, bool constant) {
        arguments += (pointer > 0 ? ", " : "") + std::string("static_cast<") + (constant ? "const " : "") +
                     entry_type(shape.type) + "*>(p[" + std::to_string(pointer) + "])";
        ++pointer;
    };
    for (const Signature::Parameter& parameter : signature.parameters) add(parameter.shape, !parameter.written);
    for (const Signature::Result& result : signature.results)
        if (!result.parameter) add(result.shape, false);
    return arguments;
}

std::string aliased_table(const CodeUnit& unit) {
    std::string numbers;
    for (const Signature::Result& result : unit.signature.results)
        numbers += (result.parameter ? std::to_string(*result.parameter) : "-1") + ", ";
    return "static const int aliased_" + unit.name + "[] = {" + numbers + "-1};\n";
}

} // namespace hlo2cpp::testing
