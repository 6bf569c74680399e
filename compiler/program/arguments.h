// The arguments of the entry: leaves of the parameters, then leaves of the results that alias no parameter.
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "program/names.h"
#include "tree/type.h"

namespace hlo2cpp {

struct ProgramInput;

struct Argument {
    std::string name; // a C identifier, different from all others in capitals too
    Shape shape;      // with its layout
    bool result = false;
    bool written = false;        // of a parameter: donated, a result is written there
    bool by_value = false;       // entries take a scalar itself (--scalars value)
    bool state = false;          // no argument of the entry: a member of the context's state
    bool starts_as_zeros = true; // of state
    ValueId value;               // of a parameter
    std::int64_t leaf = 0;       // of the parameters, or of the results
    std::string note;            // for the comment: parameter number, name in the module
    tree::Type type() const {
        const tree::Type elements = tree::memory_type(part_type(shape.type));
        return tree::pointer_to(written || result ? elements : tree::constant(elements));
    }
    // As the caller passes it.
    tree::Type entry_type() const { return by_value ? tree::memory_type(part_type(shape.type)) : type(); }
    // As `run` takes it, where an entry or a context has it under `from`.
    std::string pointer(const std::string& from) const { return by_value ? "&" + from : from; }
};

// Direction of an argument, as headers and reports state it: in, out, inout, or state.
std::string direction_of(const Argument& argument);

// No name is one of `reserved`. State is among them, at its place among the parameters.
std::vector<Argument> arguments_of(const ProgramInput& input, const Names& reserved);

} // namespace hlo2cpp
