// The host's part of the firmware tests.
//
//     firmware_programs generate FOLDER OUTPUT TARGET [--deterministic] [--size] [--self-test] [--measure COMMAND]
//         OUTPUT/NAME.{h,cpp} of every FOLDER/NAME.hlo (or .pb), and OUTPUT/programs.cpp, their table
//     firmware_programs check FOLDER RESULTS
//         what a runner printed, against the evaluator
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "driver/compile.h"
#include "driver/harness.h"
#include "driver/options.h"
#include "driver/process.h"
#include "evaluate/evaluator.h"
#include "firmware/program.h"
#include "firmware/values.h"
#include "ir/layout_order.h"
#include "ops/fixture.h"
#include "read/reader.h"

namespace hlo2cpp::testing {
namespace {

namespace fs = std::filesystem;

struct Entry {
    Shape shape;
    ProgramArgument argument;
};

struct Unit {
    std::string name;
    Compilation compilation;
    std::vector<Entry> entries;       // in the order of the entry's pointers
    std::vector<std::size_t> results; // the entry that holds each result leaf
};

Fill fill_of(ElementType type) {
    switch (type) {
    case ElementType::Pred: return Fill::Pred;
    case ElementType::F32: return Fill::F32;
    case ElementType::F64: return Fill::F64;
    case ElementType::F16: return Fill::F16;
    case ElementType::BF16: return Fill::BF16;
    default: return Fill::Integer;
    }
}

Entry entry_of(const Shape& shape, bool result, bool written) {
    return {shape,
            {.fill = fill_of(shape.type),
             .element_bytes = static_cast<std::uint8_t>(byte_size(shape.type)),
             .result = result,
             .written = written,
             .elements = static_cast<std::int32_t>(shape.elements())}};
}

struct Settings {
    std::string target = "generic", measure;
    bool deterministic = false, size = false, self_test = false;
};

Unit make_unit(const fs::path& path, const Settings& settings) {
    const auto& [target, measure, deterministic, size, self_test] = settings;
    Unit unit{.name = name_from_path(path.string()), .compilation = {}, .entries = {}, .results = {}};
    const auto found = find_target(target);
    if (!found) throw InputError("no target '" + target + "'");
    CompileOptions options{.target = *found};
    options.generate.name = unit.name;
    options.generate.module_file = path.filename().string();
    options.generate.command_line = (target == "generic" ? "" : "--target " + target + " ") +
                                    (deterministic ? "--deterministic" : "") + (size ? "--optimize size" : "");
    options.generate.goal.in_order = deterministic;
    options.generate.self_test = self_test;
    if (size) options.generate.goal.optimize = Optimize::Size;
    options.measure = split_words(measure);
    Diagnostics diagnostics;
    unit.compilation = compile(read_module(path.string()), options, diagnostics);
    if (diagnostics.has_errors()) throw InputError(diagnostics.render(path.string()));
    const Signature signature = signature_of(unit.compilation.module, unit.compilation.schedule);
    for (const Signature::Parameter& parameter : signature.parameters)
        unit.entries.push_back(entry_of(parameter.shape, false, parameter.written));
    for (const Signature::Result& result : signature.results) {
        unit.results.push_back(result.parameter ? static_cast<std::size_t>(*result.parameter) : unit.entries.size());
        if (!result.parameter) unit.entries.push_back(entry_of(result.shape, true, false));
    }
    return unit;
}

std::vector<fs::path> modules_in(const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const fs::directory_entry& file : fs::directory_iterator(folder))
        if (file.path().extension() == ".hlo" || file.path().extension() == ".pb") paths.push_back(file.path());
    std::ranges::sort(paths);
    return paths;
}

// The table's lines for one program.
std::string glue(const Unit& unit) {
    static const char* const fills[] = {"Integer", "Pred", "F32", "F64", "F16", "BF16"};
    std::string call, arguments;
    for (std::size_t i = 0; i < unit.entries.size(); ++i) {
        const auto& [shape, argument] = unit.entries[i];
        const auto flag = [](bool set) { return std::string(set ? "true" : "false"); };
        call += (i > 0 ? ", " : "") + std::string("static_cast<") +
                (argument.result || argument.written ? "" : "const ") + entry_type(shape.type) + "*>(p[" +
                std::to_string(i) + "])";
        arguments += std::string("    {Fill::") + fills[static_cast<int>(argument.fill)] + ", " +
                     std::to_string(argument.element_bytes) + ", " + flag(argument.result) + ", " +
                     flag(argument.written) + ", " + std::to_string(argument.elements) + "},\n";
    }
    return "static int run_" + unit.name + "(void** p) {\n    return " + unit.name + "_run(" + call +
           ");\n}\nstatic const ProgramArgument arguments_" + unit.name + "[] = {\n" + arguments + "};\n";
}

void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

int generate_programs(const fs::path& folder, const fs::path& output, const Settings& settings) {
    std::string includes, glues, table;
    fs::create_directories(output);
    for (const fs::path& path : modules_in(folder)) {
        const Unit unit = make_unit(path, settings);
        write(output / (unit.name + ".h"), unit.compilation.code.header);
        write(output / (unit.name + ".cpp"), unit.compilation.code.source);
        includes += "#include \"" + unit.name + ".h\"\n";
        glues += glue(unit);
        table += "    {\"" + unit.name + "\", run_" + unit.name + ", arguments_" + unit.name + ", " +
                 std::to_string(unit.entries.size()) + ", " + std::to_string(unit.compilation.plan.arena_bytes()) +
                 ", " + (settings.self_test ? unit.name + "_self_test, " : "nullptr, ") +
                 std::to_string(unit.compilation.measured ? unit.compilation.measured->stack_bytes : 0) + "},\n";
    }
    write(output / "programs.cpp", "#include \"program.h\"\n" + includes + glues + "const Program programs[] = {\n" +
                                       table +
                                       "};\nconst int32_t program_count = sizeof programs / sizeof programs[0];\n");
    return 0;
}

// "mlp 0: 1f85ab3d": the bytes by program and argument.
std::map<std::string, std::vector<std::byte>> read_results(const fs::path& path) {
    std::map<std::string, std::vector<std::byte>> results;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("#") || colon == std::string::npos) continue;
        std::vector<std::byte>& bytes = results[line.substr(0, colon)];
        for (std::size_t at = colon + 2; at + 1 < line.size(); at += 2)
            bytes.push_back(static_cast<std::byte>(std::stoi(line.substr(at, 2), nullptr, 16)));
    }
    return results;
}

std::vector<Literal> evaluated(const Unit& unit) {
    std::vector<Tensor> arguments;
    for (std::size_t i = 0; i < unit.entries.size(); ++i) {
        const auto& [shape, argument] = unit.entries[i];
        if (argument.result) continue;
        std::vector<unsigned char> bytes(static_cast<std::size_t>(shape.bytes()));
        fill_argument(bytes.data(), argument, static_cast<std::int32_t>(i));
        std::vector<std::byte> stored(bytes.size());
        if (!bytes.empty()) std::memcpy(stored.data(), bytes.data(), bytes.size());
        arguments.push_back(to_tensor({.shape = shape, .bytes = from_layout(stored, shape), .tuple = {}}));
    }
    std::vector<Literal> results;
    for (const Tensor& result : evaluate(unit.compilation.module, arguments)) results.push_back(to_literal(result));
    return results;
}

int check_results(const fs::path& folder, const fs::path& path) {
    const auto printed = read_results(path);
    int wrong = 0, right = 0;
    for (const fs::path& module : modules_in(folder)) {
        const Unit unit = make_unit(module, {.deterministic = true});
        const std::vector<Literal> want = evaluated(unit);
        for (std::size_t i = 0; i < want.size(); ++i) {
            const std::string label = unit.name + " " + std::to_string(unit.results[i]);
            const Shape& shape = unit.entries[unit.results[i]].shape;
            const auto got = printed.find(label);
            std::string said = "is missing";
            if (got != printed.end() && got->second.size() == static_cast<std::size_t>(shape.bytes()))
                said = difference({.shape = shape, .bytes = from_layout(got->second, shape), .tuple = {}}, want[i], {});
            if (!said.empty()) std::printf("%s: %s\n", label.c_str(), said.c_str());
            ++(said.empty() ? right : wrong);
        }
    }
    std::printf("%d results agree with the evaluator, %d do not\n", right, wrong);
    return wrong == 0 && right > 0 ? 0 : 1;
}

int run(const std::vector<std::string>& arguments) {
    if (arguments.size() == 3 && arguments[0] == "check") return check_results(arguments[1], arguments[2]);
    if (arguments.size() >= 4 && arguments[0] == "generate") {
        Settings settings{.target = arguments[3]};
        std::size_t at = 4;
        if (at < arguments.size() && arguments[at] == "--deterministic") settings.deterministic = ++at > 0;
        if (at < arguments.size() && arguments[at] == "--size") settings.size = ++at > 0;
        if (at < arguments.size() && arguments[at] == "--self-test") settings.self_test = ++at > 0;
        if (at + 1 < arguments.size() && arguments[at] == "--measure") settings.measure = arguments[at + 1], at += 2;
        if (at == arguments.size()) return generate_programs(arguments[1], arguments[2], settings);
    }
    std::fprintf(stderr, "firmware_programs generate FOLDER OUTPUT TARGET [--deterministic] [--size] [--self-test] "
                         "[--measure COMMAND] | check FOLDER RESULTS\n");
    return 2;
}

} // namespace
} // namespace hlo2cpp::testing

int main(int argc, char** argv) {
    try {
        return hlo2cpp::testing::run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "firmware_programs: %s\n", error.what());
    }
    return 1;
}
