#include "read/stablehlo/stablehlo.h"

#include "read/stablehlo/text.h"
#include "read/stablehlo/to_module.h"

namespace hlo2cpp {

using namespace stablehlo;

bool is_stablehlo(std::string_view file) {
    return is_stablehlo_text(file);
}

ModelFile read_stablehlo(std::string_view file, const InputShapes& input_shapes) {
    return to_module(parse_stablehlo_text(file), input_shapes);
}

} // namespace hlo2cpp
