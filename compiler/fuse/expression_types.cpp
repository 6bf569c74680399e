#include "fuse/expression_types.h"

#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::optional<std::string> asked(const Expr& apply, const std::vector<ElementType>& types) {
    const std::string name(name_of(apply.opcode));
    const OpDefinition* op = definition_of(apply.opcode);
    if (op == nullptr || print_of(apply.opcode) == nullptr) return name + " is no op of scalars";
    const Module module;
    Computation computation;
    Instruction instruction{.opcode = apply.opcode, .shape = Shape::scalar(apply.type)};
    instruction.attributes.direction = apply.direction;
    instruction.attributes.total_order = apply.total_order;
    instruction.attributes.exponent_bits = apply.exponent_bits;
    instruction.attributes.mantissa_bits = apply.mantissa_bits;
    for (const ElementType type : types) {
        instruction.operands.emplace_back(computation.instructions.size());
        computation.instructions.push_back({.shape = Shape::scalar(type)});
    }
    try {
        const Shape shape = infer_shape({.module = module, .computation = computation, .instruction = instruction});
        if (shape.is_scalar() && shape.type == apply.type) return std::nullopt;
        return name + " makes " + to_string(shape);
    } catch (const InputError& error) {
        return name + ": " + error.diagnostic.message;
    }
}

} // namespace

std::optional<std::string> ExpressionTypes::wrong_with(const Kernel& kernel, const Expr& apply) {
    std::vector<ElementType> types;
    for (const ExprId operand : apply.operands) types.push_back(kernel.exprs[operand].type);
    if (apply.nearest) {
        const bool one = types == std::vector{ElementType::F32},
                   product = types == std::vector{ElementType::S32, ElementType::F32};
        if (apply.opcode != Opcode::Convert || !is_integer(apply.type) || (!one && !product))
            return "no nearest integer of such numbers";
        return std::nullopt;
    }
    const auto [answer, fresh] = known_.try_emplace({apply.opcode, apply.type, types});
    if (fresh) answer->second = asked(apply, types);
    return answer->second;
}

} // namespace hlo2cpp
