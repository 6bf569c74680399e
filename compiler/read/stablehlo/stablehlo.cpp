#include "read/stablehlo/stablehlo.h"

#include "read/stablehlo/bytecode.h"
#include "read/stablehlo/to_module.h"

namespace hlo2cpp {

using namespace stablehlo;

bool is_stablehlo(std::string_view file) {
    return is_mlir_bytecode(file);
}

ModelFile read_stablehlo(std::string_view file, const InputShapes& input_shapes) {
    return to_module(parse_stablehlo_bytecode(file, nullptr), input_shapes);
}

} // namespace hlo2cpp
