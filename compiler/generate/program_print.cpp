// The program for --dump: its functions as in the file, and facts of the tree that C++ text does not show.
#include "generate/code.h"
#include "generate/tree_text.h"
#include "generate/weights_text.h"

namespace hlo2cpp {
namespace {

std::string counted(std::int64_t number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string argument_line(const Argument& argument) {
    const std::string place = argument.state ? "state" : argument.result ? "result" : "parameter";
    return "    " + place + " " + argument.name + ", " + to_string(argument.shape) +
           (argument.written ? ", written\n" : "\n");
}

std::string constant_line(const NamedConstant& array) {
    return "    " + array.name + ", " + counted(static_cast<std::int64_t>(array.literal->bytes.size()), "byte") + ": " +
           array.comment + "\n";
}

// "// x: 65 elements; trip: [0, 9)"
std::string parameters_line(const tree::Function& function) {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& what) {
        text += (text.empty() ? "// " : "; ") + name + ": " + what;
    };
    for (const tree::Parameter& parameter : function.parameters) {
        const Range& range = parameter.range;
        if (!parameter.used)
            add(parameter.name, "not used");
        else if (parameter.type.pointer && parameter.elements > 0)
            add(parameter.name, counted(parameter.elements, "element"));
        else if (range.size() > 0)
            add(parameter.name, "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")");
    }
    return text.empty() ? "" : text + "\n";
}

std::string function_text(const tree::Function& function, const std::string& prefix) {
    return "\n" + parameters_line(function) + to_text(function, prefix, "") + "\n";
}

} // namespace

std::string print(const Program& program) {
    std::string text = "arguments\n";
    for (const Argument& argument : program.arguments) text += argument_line(argument);
    text += "constants, " + counted(program.weights_bytes(), "byte") + "\n";
    for (const NamedConstant& array : program.constants) text += constant_line(array);
    text += "steps\n";
    for (const StepLine& line : program.lines)
        text += std::string(4 + 2 * static_cast<std::size_t>(line.depth), ' ') + std::to_string(line.position) + " " +
                line.name + "\n";
    for (const tree::Function& step : program.steps) text += function_text(step, program.prefix);
    if (program.reset) text += function_text(*program.reset, program.prefix);
    return text + function_text(program.run, program.prefix);
}

} // namespace hlo2cpp
