#include "fuse/widen.h"

#include "evaluate/tensor.h"

namespace hlo2cpp {

Computation widen(const Computation& computation) {
    Computation wide = computation;
    for (Instruction& instruction : wide.instructions) {
        if (instruction.shape.is_array() && is_narrow_float(instruction.shape.type)) instruction.shape.type = ElementType::F32;
        for (Shape& leaf : instruction.shape.tuple)
            if (is_narrow_float(leaf.type)) leaf.type = ElementType::F32;
        if (instruction.literal == nullptr || !is_narrow_float(instruction.literal->shape.type)) continue;
        Tensor tensor = to_tensor(*instruction.literal);
        tensor.shape.type = ElementType::F32; // same values: every narrow float is an f32
        instruction.literal = std::make_shared<const Literal>(to_literal(tensor));
    }
    return wide;
}

} // namespace hlo2cpp
