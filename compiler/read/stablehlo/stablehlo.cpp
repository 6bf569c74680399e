#include "read/stablehlo/stablehlo.h"

#include "read/stablehlo/bytecode.h"
#include "read/stablehlo/text.h"
#include "read/stablehlo/to_module.h"

namespace hlo2cpp {
namespace {

using namespace stablehlo;

// The document's constants refer to the file, and its module's do not.
Document document_of(std::string_view file) {
    return is_mlir_bytecode(file) ? parse_stablehlo_bytecode(file, nullptr) : parse_stablehlo_text(file);
}

} // namespace

bool is_stablehlo(std::string_view file) {
    return is_mlir_bytecode(file) || is_stablehlo_text(file);
}

ModelFile read_stablehlo(std::string_view file, const InputShapes& input_shapes) {
    return to_module(document_of(file), input_shapes);
}

} // namespace hlo2cpp
