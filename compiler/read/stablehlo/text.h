// StableHLO text: the pretty and the generic form of MLIR, mixed as they may be.
#pragma once

#include <string_view>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Whether a file is such a text, by how it begins; comments and white space may come first.
bool is_stablehlo_text(std::string_view file);

// Constants do not refer to `text`, so it need not outlive the document. Throws InputError with line and column.
Document parse_stablehlo_text(std::string_view text);

} // namespace hlo2cpp::stablehlo
