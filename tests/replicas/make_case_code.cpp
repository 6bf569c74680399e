// Generates the code of all cases of several devices, as one translation unit with a table that calls it.
//
//     make_case_code OUTPUT TARGET CASE.hlo...
//
// writes OUTPUT/case_<name>.{h,cpp}, and OUTPUT/cases.cpp that includes them.
#include <algorithm>
#include <cstdio>

#include "code_unit.h"
#include "support/ascii_case.h"

namespace hlo2cpp::testing {
namespace {

// A function that calls the entry.
std::string glue(const CodeUnit& unit) {
    const std::string& name = unit.name;
    const std::string arguments = pointer_arguments(unit.signature);
    return "static int run_" + name +
           "(void* arena, int32_t device, const hlo2cpp_collectives* collectives, void** p) {\n    " + name +
           "_context context = {arena, device, collectives};\n    return " + name + "_run_in(&context, " + arguments +
           ");\n}\n" + aliased_table(unit);
}

std::string table_line(const CodeUnit& unit) {
    const std::string start = "    {" + quoted(unit.path) + ", ", &name = unit.name;
    if (!unit.error.empty()) return start + quoted(unit.error) + ", nullptr, nullptr, 0, nullptr},\n";
    return start + "nullptr, &" + name + "_devices, run_" + name + ", " + upper_case(name) + "_ARENA_BYTES, aliased_" +
           name + "},\n";
}

std::string all_cases(const std::vector<CodeUnit>& units) {
    std::string includes, calls, table;
    for (const CodeUnit& unit : units) {
        if (unit.error.empty()) includes += "#include \"" + unit.name + ".cpp\"\n";
        if (unit.error.empty()) calls += glue(unit);
        table += table_line(unit);
    }
    return "#include \"case_code.h\"\n" + includes + calls +
           "namespace hlo2cpp::testing {\nextern const CaseCode case_codes[];\nconst CaseCode case_codes[] = {\n" +
           table + "    {nullptr, nullptr, nullptr, nullptr, 0, nullptr}};\n}\n";
}

void make_all(const std::filesystem::path& output, const char* target, std::vector<std::string> paths) {
    CompileOptions options;
    options.target = *find_target(target);
    std::filesystem::create_directories(output);
    std::ranges::sort(paths);
    std::vector<CodeUnit> units;
    for (const std::string& path : paths) {
        units.push_back(make_unit(path, "case_" + std::filesystem::path(path).stem().string(), options));
        write_code(units.back(), output);
    }
    write_text_file(output / "cases.cpp", all_cases(units));
}

} // namespace
} // namespace hlo2cpp::testing

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "make_case_code OUTPUT TARGET CASE.hlo...\n");
        return 2;
    }
    try {
        hlo2cpp::testing::make_all(argv[1], argv[2], {argv + 3, argv + argc});
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_case_code: %s\n", error.what());
        return 1;
    }
}
