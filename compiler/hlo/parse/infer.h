// Shape inference for instructions of HLO text without a shape.
#pragma once

#include <span>

#include "hlo/parse/defaults.h"

namespace hlo2cpp_proto {
class HloComputationProto;
class ShapeProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// Shape that the op gives for these operands and attributes, with the layout of an operand of the same shape. Throws
// InputError without the instruction's place.
hlo2cpp_proto::ShapeProto infer_shape(const hlo2cpp_proto::HloInstructionProto& instruction, OperandProtos operands,
                                      std::span<const hlo2cpp_proto::HloComputationProto* const> called);

} // namespace hlo2cpp
