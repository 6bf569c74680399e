#include "program/parameter_names.h"

#include "program/names.h"

namespace hlo2cpp {

const std::string& name_of_parameter(const Instruction& parameter) {
    const std::string& variable = parameter.metadata.op_name;
    return variable.empty() || variable.find('/') != variable.npos ? parameter.name : variable;
}

std::vector<std::string> names_of_parameter(const Instruction& parameter) {
    std::vector<std::string> names;
    for (const std::string& name : {parameter.name, parameter.metadata.op_name}) {
        if (name.empty()) continue;
        names.push_back(name);
        names.push_back(identifier(name));
    }
    return names;
}

} // namespace hlo2cpp
