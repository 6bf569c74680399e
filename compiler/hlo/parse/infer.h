// The shape of an instruction that HLO text gives none.
#pragma once

#include <span>

#include "hlo/parse/defaults.h"

namespace hlo2cpp_proto {
class HloComputationProto;
class ShapeProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// What the op gives for these operands and attributes, with the layout of an operand where it is of the same shape.
// Throws InputError, which does not say where the instruction is.
hlo2cpp_proto::ShapeProto infer_shape(const hlo2cpp_proto::HloInstructionProto& instruction, OperandProtos operands,
                                      std::span<const hlo2cpp_proto::HloComputationProto* const> called);

} // namespace hlo2cpp
