// MLIR bytecode: portable artifacts of StableHLO 0.9.0 to 1.20.0, as jax.export and StableHLO's serializers write them,
// and StableHLO as MLIR itself writes it, as far as its encoding is known.
#pragma once

#include <memory>
#include <string_view>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

bool is_mlir_bytecode(std::string_view file);

// Constants refer to `bytecode`, which belongs to `owner` and begins at byte `begin` of the file. Throws InputError
// with the byte of the file and the operation where something is wrong.
Document parse_stablehlo_bytecode(std::string_view bytecode, std::shared_ptr<const void> owner, std::size_t begin = 0);

} // namespace hlo2cpp::stablehlo
