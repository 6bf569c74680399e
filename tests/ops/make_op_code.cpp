// Generates the code of all fixtures, as a few translation units with a table that calls it.
//
//     make_op_code FIXTURES OUTPUT BATCHES TARGET IN_C [--poison] [--cooperative] [--vectors]
//
// writes OUTPUT/op_<op>_<case>.{h,cpp}, and OUTPUT/batch_<k>.cpp that includes every BATCHES-th of them, and
// OUTPUT/table.cpp. The file IN_C has the paths of the fixtures whose code is in C, op_<op>_<case>.c, which batches do
// not include: functions of several files would have one name. With --vectors there are only fixtures whose code has
// vectors.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>

#include "code_unit.h"
#include "fixture.h"
#include "support/ascii_case.h"

namespace hlo2cpp::testing {
namespace {

// Functions that call both entries, and the numbers of the aliased parameters.
std::string glue(const CodeUnit& unit) {
    const std::string arguments = pointer_arguments(unit.signature);
    const std::string& name = unit.name;
    const std::string comma = arguments.empty() ? "" : ", ";
    return "static int run_" + name + "(void** p) {\n    static_cast<void>(p);\n    return " + name + "_run(" +
           arguments + ");\n}\nstatic int run_in_" + name +
           "(void* arena, void** p) {\n    static_cast<void>(p);\n    " + name +
           "_context context = {};\n    context.arena = arena;\n    return " + name + "_run_in(&context" + comma +
           arguments + ");\n}\n" + aliased_table(unit);
}

std::string table_line(const CodeUnit& unit) {
    const std::string start = "    {" + quoted(unit.path) + ", ";
    if (!unit.error.empty()) return start + quoted(unit.error) + ", nullptr, nullptr, 0, nullptr, 0},\n";
    return start + "nullptr, run_" + unit.name + ", run_in_" + unit.name + ", " + upper_case(unit.name) +
           "_ARENA_BYTES, aliased_" + unit.name + ", " + std::to_string(unit.signature.results.size()) + "},\n";
}

std::string batch_text(const std::vector<CodeUnit>& units, std::size_t batch, std::size_t batches) {
    std::string text = "#include \"generated_code.h\"\n", table;
    for (std::size_t i = batch; i < units.size(); i += batches) {
        if (units[i].error.empty())
            text += "#include \"" + units[i].name + (units[i].language == Language::C ? ".h" : ".cpp") + "\"\n";
        table += table_line(units[i]);
    }
    for (std::size_t i = batch; i < units.size(); i += batches)
        if (units[i].error.empty()) text += glue(units[i]);
    const std::string number = std::to_string(batch);
    return text + "extern const hlo2cpp::testing::GeneratedCode batch_" + number +
           "[];\nconst hlo2cpp::testing::GeneratedCode batch_" + number + "[] = {\n" + table +
           "    {nullptr, nullptr, nullptr, nullptr, 0, nullptr, 0}};\n";
}

std::string table_text(std::size_t batches) {
    std::string text = "#include \"generated_code.h\"\n", list;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        text += "extern const hlo2cpp::testing::GeneratedCode batch_" + std::to_string(batch) + "[];\n";
        list += "batch_" + std::to_string(batch) + ", ";
    }
    return text +
           "namespace hlo2cpp::testing {\nextern const GeneratedCode* const generated_batches[];\n"
           "extern const std::size_t generated_batch_count;\n"
           "const GeneratedCode* const generated_batches[] = {" +
           list +
           "nullptr};\n"
           "const std::size_t generated_batch_count = " +
           std::to_string(batches) + ";\n}\n";
}

// "op_dynamic_slice_inside", so that a compiler's message tells the fixture.
std::string unit_name(const std::filesystem::path& path) {
    std::string name = "op_" + path.parent_path().filename().string() + "_" + path.stem().string();
    std::ranges::replace(name, '-', '_');
    return name;
}

std::set<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::set<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.insert(line);
    return lines;
}

int run(int argc, char** argv) {
    const std::filesystem::path output = argv[2];
    const std::size_t batches = std::stoul(argv[3]);
    CompileOptions options;
    options.target = *find_target(argv[4]);
    const std::set<std::string> in_c = lines_of(argv[5]), more(argv + 6, argv + argc);
    options.generate.poison = more.contains("--poison");
    options.generate.cooperative = more.contains("--cooperative");
    std::filesystem::create_directories(output);
    std::vector<CodeUnit> units;
    for (const std::string& path : fixture_paths(argv[1])) {
        options.generate.language = in_c.contains(path) ? Language::C : Language::Cpp;
        CodeUnit unit = make_unit(path, unit_name(path), options);
        if (more.contains("--vectors") && unit.error.empty() && !unit.has_vectors) continue;
        write_code(unit, output);
        units.push_back(std::move(unit));
    }
    for (std::size_t batch = 0; batch < batches; ++batch)
        write_text_file(output / ("batch_" + std::to_string(batch) + ".cpp"), batch_text(units, batch, batches));
    write_text_file(output / "table.cpp", table_text(batches));
    return 0;
}

} // namespace
} // namespace hlo2cpp::testing

int main(int argc, char** argv) {
    if (argc < 6) {
        std::fprintf(stderr,
                     "make_op_code FIXTURES OUTPUT BATCHES TARGET IN_C [--poison] [--cooperative] [--vectors]\n");
        return 2;
    }
    try {
        return hlo2cpp::testing::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_op_code: %s\n", error.what());
        return 1;
    }
}
