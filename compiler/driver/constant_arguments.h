// Arguments that become constants: the requests of --constant and --constants, and the module without these arguments.
#pragma once

#include <string>
#include <vector>

#include "driver/named_arrays.h"
#include "ir/module.h"

namespace hlo2cpp {

struct ConstantOptions {
    std::vector<std::string> arrays; // as --constant has them: NAME=FILE.npy
    std::vector<std::string> sets;   // as --constants has them: folders and .npz archives
};

// Reads NAME=FILE.npy. The file stands behind the last '=', because a name from JAX may contain others. Throws
// InputError if the text is no request.
NamedArray parse_constant(const std::string& text);

// The module with constants in place of the arguments that the arrays name (driver/argument_names.h); the other
// arguments move up. Throws InputErrors with all that is wrong: names of no argument or of several, types and sizes
// that differ, arguments that get two arrays, or that are no arrays of fixed size, or that a result is written into.
Module with_constants(Module module, const std::vector<NamedArray>& arrays);
// Arrays of the options in place of arguments, likewise.
Module with_constants(Module module, const ConstantOptions& options);

// The options as on a command line, with the names of files alone: " --constant a=b.npy"
std::string constant_options_text(const ConstantOptions& options);

} // namespace hlo2cpp
