#include "generate/code.h"

#include <algorithm>
#include <iterator>

#include "generate/files.h"
#include "generate/tree_text.h"
#include "generate/weights_text.h"

namespace hlo2cpp {

std::vector<Argument> GenerateInput::entry_arguments() const {
    std::vector<Argument> entry;
    std::ranges::copy_if(program.arguments, std::back_inserter(entry),
                         [](const Argument& argument) { return !argument.state; });
    return entry;
}

Code generate(const GenerateInput& input) {
    return {.header = header_text(input), .source = source_text(input)};
}

std::string print(const Program& program) {
    std::string text = "constants of " + std::to_string(program.weights_bytes()) + " bytes\n";
    for (const NamedConstant& array : program.constants) text += "  " + constant_comment(array) + "\n";
    for (const tree::Function& step : program.steps) text += "\n" + to_text(step, program.prefix, "") + "\n";
    if (program.reset) text += "\n" + to_text(*program.reset, program.prefix, "") + "\n";
    return text + "\n" + to_text(program.run, program.prefix, "") + "\n";
}

} // namespace hlo2cpp
