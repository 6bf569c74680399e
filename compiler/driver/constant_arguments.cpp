#include "driver/constant_arguments.h"

#include <algorithm>

#include "driver/files.h"
#include "program/parameter_names.h"
#include "support/diagnostics.h"
#include "support/listed.h"

namespace hlo2cpp {
namespace {

std::string known_names(const Computation& entry) {
    std::vector<std::string> names;
    for (const InstructionId parameter : entry.parameters)
        names.push_back(printable(name_of_parameter(entry[parameter]), 80));
    return names.empty() ? "The module has no arguments" : "The arguments are " + listed(names);
}

std::size_t find_parameter(const Computation& entry, const std::string& name, const std::string& what) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i)
        if (const auto names = names_of_parameter(entry[entry.parameters[i]]);
            std::ranges::find(names, name) != names.end())
            found.push_back(i);
    if (found.size() == 1) return found[0];
    throw InputError(what + (found.empty() ? ": no argument has that name. " : ": several arguments have that name. ") +
                     known_names(entry));
}

// Removes the leaf of `parameter` from the aliases; a result must not be written into it.
void remove_leaf(Module& module, std::size_t parameter, const std::string& what) {
    std::int64_t leaf = 0;
    for (std::size_t i = 0; i < parameter; ++i)
        for_each_leaf(module.parameter_shapes[i], [&](const Shape&) { ++leaf; });
    for (Alias& alias : module.aliases) {
        if (alias.parameter_leaf == leaf)
            throw InputError(what +
                             ": a result is written into this argument (it is donated), so that it is no constant");
        if (alias.parameter_leaf > leaf) --alias.parameter_leaf;
    }
}

} // namespace

ConstantRequest parse_constant(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals == text.npos || equals == 0 || equals + 1 == text.size())
        throw InputError("--constant " + text + ": expected NAME=FILE.npy");
    return {.name = text.substr(0, equals), .file = text.substr(equals + 1)};
}

Module with_constant(Module module, const std::string& name, const NpyArray& value, const std::string& what) {
    Computation& entry = module[module.entry];
    const std::size_t number = find_parameter(entry, name, what);
    Instruction& instruction = entry[entry.parameters[number]];
    const Shape& shape = module.parameter_shapes[number];
    if (!shape.is_array()) throw InputError(what + ": the argument is " + to_string(shape) + ", no array");
    remove_leaf(module, number, what);
    instruction.literal = std::make_shared<Literal>(to_literal(value, shape, what));
    instruction.opcode = Opcode::Constant;
    instruction.shape = Shape::array(shape.type, shape.dims);
    instruction.attributes = {};
    const auto at = static_cast<std::ptrdiff_t>(number);
    entry.parameters.erase(entry.parameters.begin() + at);
    module.parameter_shapes.erase(module.parameter_shapes.begin() + at);
    for (std::size_t i = number; i < entry.parameters.size(); ++i)
        entry[entry.parameters[i]].attributes.parameter_number = static_cast<std::int64_t>(i);
    module.source = nullptr; // it holds the argument
    return module;
}

Module with_constants(Module module, const std::vector<ConstantRequest>& requests) {
    for (const ConstantRequest& request : requests) {
        const std::string what = "--constant " + printable(request.name, 80) + "=" + request.file;
        module = with_constant(std::move(module), request.name, parse_npy(read_file(request.file), what), what);
    }
    return module;
}

} // namespace hlo2cpp
