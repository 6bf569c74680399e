// constant of equal elements = broadcast(scalar constant)
#include <algorithm>
#include <cstring>
#include <memory>

#include "ir/computation_builder.h"
#include "lower/pass.h"

namespace hlo2cpp {
namespace {

bool has_equal_elements(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Constant || instruction.shape.elements() < 2) return false;
    const std::vector<std::byte>& bytes = instruction.literal->bytes;
    const auto element = static_cast<std::size_t>(byte_size(instruction.shape.type));
    return std::memcmp(bytes.data(), bytes.data() + element, bytes.size() - element) == 0;
}

InstructionId shrink(ComputationBuilder& builder, const Instruction& constant) {
    Literal scalar = Literal::zeros(Shape::scalar(constant.shape.type));
    std::copy_n(constant.literal->bytes.begin(), scalar.bytes.size(), scalar.bytes.begin());
    builder.stand_for(constant);
    return builder.broadcast(builder.constant(std::make_shared<const Literal>(std::move(scalar))), constant.shape.dims,
                             {});
}

} // namespace

bool shrink_constants(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        const std::vector<Instruction>& all = computation.instructions;
        if (std::none_of(all.begin(), all.end(), has_equal_elements)) continue;
        changed = true;
        rebuild(computation, [](ComputationBuilder& builder, Instruction& instruction) {
            return has_equal_elements(instruction) ? shrink(builder, instruction) : builder.add(std::move(instruction));
        });
    }
    return changed;
}

} // namespace hlo2cpp
