// A StableHLO program -> Module.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "read/model_file.h"
#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Facts about a program that stand beside it.
struct ProgramFacts {
    ReadOptions options;
    // Names of the arguments of `main` but tokens and the platform, where the program has none; may be empty.
    std::vector<std::string> argument_names;
    std::optional<std::int64_t> platform; // the value of the argument that chooses a platform, where the file says it
};

// Throws InputError, which names the place in the program:
// for what has no counterpart in HLO, and operations that do not fit their operands.
ModelFile to_module(const Document& document, ProgramFacts facts);

} // namespace hlo2cpp::stablehlo
