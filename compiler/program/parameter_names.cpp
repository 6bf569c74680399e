#include "program/parameter_names.h"

#include <string_view>

#include "program/names.h"

namespace hlo2cpp {
namespace {

// TensorFlow's op_name of every argument.
constexpr std::string_view kAnyArgument = "XLA_Args";

bool names_variable(const std::string& op_name) {
    return !op_name.empty() && op_name.find('/') == op_name.npos && op_name != kAnyArgument;
}

} // namespace

const std::string& name_of_parameter(const Instruction& parameter) {
    return names_variable(parameter.metadata.op_name) ? parameter.metadata.op_name : parameter.name;
}

std::vector<std::string> names_of_parameter(const Instruction& parameter) {
    std::vector<std::string> names;
    for (const std::string& name : {parameter.name, parameter.metadata.op_name}) {
        if (name.empty() || name == kAnyArgument) continue;
        names.push_back(name);
        names.push_back(identifier(name));
    }
    return names;
}

} // namespace hlo2cpp
