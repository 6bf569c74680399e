// A StableHLO program -> Module.
#pragma once

#include "read/model_file.h"
#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// The function `main`, or the only public one, is the entry. Throws InputError, which names the place in the program:
// for what has no counterpart in HLO, and operations that do not fit their operands. `input_shapes` gives the sizes of
// arguments that the program leaves open, by the arguments' names.
ModelFile to_module(const Document& document, const InputShapes& input_shapes);

} // namespace hlo2cpp::stablehlo
