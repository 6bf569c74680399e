// A constant factor of products in s32 is stored in the least type of integers that has its values: products convert
// what they read.
//
//     dot(x, s32[64,32] w) = dot(x, s8[64,32] w')
#include <algorithm>
#include <vector>

#include "evaluate/tensor.h"
#include "lower/pass.h"

namespace hlo2cpp {
namespace {

bool sums_products(const Instruction& instruction) {
    const bool multiplies = instruction.opcode == Opcode::Dot || instruction.opcode == Opcode::Convolution;
    return multiplies && instruction.shape.type == ElementType::S32;
}

bool is_wide_constant(const Instruction& instruction) {
    return instruction.opcode == Opcode::Constant && instruction.shape.is_array() &&
           is_integer(instruction.shape.type) && byte_size(instruction.shape.type) > 1 &&
           instruction.shape.elements() > 0;
}

// Wide constants that nothing reads but products.
std::vector<bool> factors_in(const Computation& computation) {
    std::vector<bool> factors(computation.instructions.size()), read_elsewhere(factors.size());
    read_elsewhere[computation.root.index()] = true;
    for (const Instruction& user : computation.instructions)
        for (const InstructionId operand : user.operands)
            (sums_products(user) ? factors : read_elsewhere)[operand.index()] = true;
    for (std::size_t i = 0; i < factors.size(); ++i)
        factors[i] = factors[i] && !read_elsewhere[i] && is_wide_constant(computation.instructions[i]);
    return factors;
}

// Stores the constant in fewer bytes, if its values fit.
bool narrow(Instruction& constant) {
    Tensor tensor = to_tensor(*constant.literal);
    const auto [least, most] = std::ranges::minmax(tensor.integers());
    for (const ElementType type : {ElementType::S8, ElementType::U8, ElementType::S16}) {
        if (byte_size(type) >= byte_size(constant.shape.type)) return false;
        if (wrap_to(type, least) != least || wrap_to(type, most) != most) continue;
        tensor.shape.type = constant.shape.type = type;
        constant.literal = std::make_shared<const Literal>(to_literal(tensor));
        return true;
    }
    return false;
}

} // namespace

bool narrow_factors(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::none_of(computation.instructions, sums_products)) continue;
        const std::vector<bool> factors = factors_in(computation);
        for (std::size_t i = 0; i < factors.size(); ++i)
            if (factors[i]) changed |= narrow(computation.instructions[i]);
    }
    return changed;
}

} // namespace hlo2cpp
