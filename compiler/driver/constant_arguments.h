// Arguments that become constants: what --constant says, and the module that it makes.
#pragma once

#include <string>
#include <vector>

#include "driver/npy.h"
#include "ir/module.h"

namespace hlo2cpp {

// NAME=FILE.npy
struct ConstantRequest {
    std::string name; // of a parameter: in the module or in JAX, also as an identifier
    std::string file;
};

// The file stands behind the last '=', because names hold what JAX puts there. Throws InputError where the text is
// none.
ConstantRequest parse_constant(const std::string& text);

// The module with its parameter `name` as a constant of that name; those behind it move up. Throws InputError.
Module with_constant(Module module, const std::string& name, const NpyArray& value, const std::string& what);

// The same with the contents of files, one after the other.
Module with_constants(Module module, const std::vector<ConstantRequest>& requests);

} // namespace hlo2cpp
