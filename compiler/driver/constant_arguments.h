// Arguments that become constants: the requests of --constant, and the module without these arguments.
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

// Reads NAME=FILE.npy. The file stands behind the last '=', because a name from JAX may contain others. Throws
// InputError if the text is no request.
ConstantRequest parse_constant(const std::string& text);

// The module with its parameter `name` as a constant of that name; the parameters behind it move up. Throws InputError.
Module with_constant(Module module, const std::string& name, const NpyArray& value, const std::string& what);

// The module after all requests, one after the other, with the contents of their files.
Module with_constants(Module module, const std::vector<ConstantRequest>& requests);

} // namespace hlo2cpp
