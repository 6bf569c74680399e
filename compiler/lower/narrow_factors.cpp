// A constant factor of products in s32 is stored in the least type of integers that has its values: products convert
// what they read.
//
//     dot(x, s32[64,32] w) = dot(x, s8[64,32] w')
#include <algorithm>
#include <vector>

#include "lower/known_values.h"
#include "lower/pass.h"
#include "lower/product_roles.h"

namespace hlo2cpp {
namespace {

bool sums_products(const Instruction& instruction) {
    return is_product(instruction) && instruction.shape.type == ElementType::S32;
}

bool is_wide_constant(const Instruction& instruction) {
    return instruction.opcode == Opcode::Constant && is_integer(instruction.shape.type) &&
           byte_size(instruction.shape.type) > 1;
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
    const LiteralPtr stored =
        stored_in(to_tensor(*constant.literal), {ElementType::S8, ElementType::U8, ElementType::S16});
    if (stored == nullptr || byte_size(stored->shape.type) >= byte_size(constant.shape.type)) return false;
    constant.shape.type = stored->shape.type;
    constant.literal = stored;
    return true;
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
