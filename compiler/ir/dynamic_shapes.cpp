#include "ir/dynamic_shapes.h"

#include <algorithm>
#include <utility>

namespace hlo2cpp {

bool has_dynamic_dimensions(const Module& module) {
    const auto is_dynamic = [](const Instruction& instruction) {
        return instruction.shape.is_dynamic() || instruction.opcode == Opcode::SetDimensionSize ||
               instruction.opcode == Opcode::DynamicReshape;
    };
    return std::ranges::any_of(module.computations,
                               [&](const Computation& computation) {
                                   return std::ranges::any_of(computation.instructions, is_dynamic);
                               }) ||
           module.result_shape.is_dynamic() ||
           std::ranges::any_of(module.parameter_shapes, [](const Shape& shape) { return shape.is_dynamic(); });
}

Shape at_bounds(Shape shape) {
    shape.dynamic.clear();
    for (Shape& element : shape.tuple) element = at_bounds(std::move(element));
    return shape;
}

LiteralPtr at_bounds(LiteralPtr literal) {
    if (literal == nullptr || !literal->shape.is_dynamic()) return literal;
    Literal bounded = *literal;
    bounded.shape = at_bounds(std::move(bounded.shape));
    return std::make_shared<const Literal>(std::move(bounded));
}

Module at_bounds(Module module) {
    for (Computation& computation : module.computations)
        for (Instruction& instruction : computation.instructions) {
            instruction.shape = at_bounds(std::move(instruction.shape));
            instruction.literal = at_bounds(std::move(instruction.literal));
        }
    for (Shape& shape : module.parameter_shapes) shape = at_bounds(std::move(shape));
    module.result_shape = at_bounds(std::move(module.result_shape));
    return module;
}

} // namespace hlo2cpp
