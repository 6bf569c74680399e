// What the stack model sees in a generated file: a line for each step, and one for the entry with `run`.
//
//     stack_features TARGET FILE.cpp      prints NAME FEATURE=VALUE ..., without the features that are 0
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "generate/stack/model.h"

namespace {

using namespace hlo2cpp;

constexpr const char* kNames[] = {
#define STACK_FEATURE(name, meaning) #name,
#include "generate/stack/features.def"
};

struct Function {
    std::string name, parameters;
    std::vector<std::string> lines;
    bool step = false;
};

bool complete(const std::string& line) {
    return line.empty() || line.find("//") != line.npos || line.starts_with("#") || line.find("#pragma") != line.npos ||
           line.ends_with("ROLLED") || line.ends_with(';') || line.ends_with('{') || line.ends_with('}');
}

// Lines with the continuations that wrapping made of one put together again.
std::vector<std::string> statements_of(const std::string& path) {
    std::vector<std::string> statements;
    std::ifstream file(path);
    bool open = false;
    for (std::string line; std::getline(file, line); open = !complete(statements.back())) {
        if (open)
            statements.back() += " " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
        else
            statements.push_back(line);
    }
    return statements;
}

std::vector<Function> functions_of(const std::vector<std::string>& statements) {
    std::vector<Function> functions;
    bool inside = false;
    for (const std::string& line : statements) {
        if (line == "}") inside = false;
        if (inside) functions.back().lines.push_back(line);
        const std::size_t open = line.find('('), close = line.rfind(')');
        const bool step = line.find("_STEP void ") != line.npos && line.ends_with('{');
        if (!step && !line.starts_with("int run(")) continue;
        const std::size_t name = line.rfind(' ', open) + 1;
        functions.push_back({line.substr(name, open - name), line.substr(open + 1, close - open - 1), {}, step});
        inside = true;
    }
    return functions;
}

void print(const std::string& name, const StackFeatures& features) {
    std::cout << name;
    for (std::size_t i = 0; i < features.values.size(); ++i)
        if (features.values[i] != 0) std::cout << ' ' << kNames[i] << '=' << features.values[i];
    std::cout << " Model=" << stack_bytes_of(features) << '\n';
}

std::size_t parameters_in(const std::string& text) {
    return text.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(text, ',')) + 1;
}

} // namespace

int main(int argc, char** argv) {
    const auto target = argc == 3 ? find_target(argv[1]) : std::nullopt;
    if (!target) {
        std::cerr << "usage: stack_features TARGET FILE.cpp\n";
        return 2;
    }
    std::size_t most = 0, arguments = 0;
    const std::vector<std::string> statements = statements_of(argv[2]);
    for (const std::string& line : statements)
        if (line.starts_with("int ") && line.find("_run_in(") != line.npos) arguments = parameters_in(line);
    const std::vector<Function> functions = functions_of(statements);
    for (const Function& function : functions)
        if (function.step) most = std::max(most, parameters_in(function.parameters));
    for (const Function& function : functions)
        print(function.name, function.step ? step_features(*target, function.parameters, function.lines)
                                           : entry_features(*target, arguments, most, function.lines));
}
