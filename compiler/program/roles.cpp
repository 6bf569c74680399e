#include "program/roles.h"

#include <algorithm>
#include <set>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

bool is_apply(const Expr& expr, Opcode opcode) {
    return expr.kind == ExprKind::Apply && expr.opcode == opcode;
}

} // namespace

std::vector<Role> roles_of(const Kernel& kernel) {
    std::vector<Role> roles(kernel.arguments.size(), Role::Other);
    if (!kernel.reduction) return roles;
    const auto set = [&](ExprId load, Role role) { roles[kernel.exprs[load].argument.index()] = role; };
    const auto set_all = [&](ExprId root, Role role) {
        for (const ExprId load : loads_of(kernel, root)) set(load, role);
    };
    for (const ExprId initial : kernel.reduction->initial) set_all(initial, Role::Bias);
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& sum = kernel.exprs[ExprId(i)];
        if (!is_apply(sum, Opcode::Add)) continue;
        const auto is = [&](std::size_t operand, ExprKind kind) {
            return kernel.exprs[sum.operands[operand]].kind == kind;
        };
        for (const std::size_t operand : {0U, 1U})
            if (is(operand, ExprKind::Load) && is(1 - operand, ExprKind::Accumulator))
                set(sum.operands[operand], Role::Bias);
    }
    if (kernel.reduction->term && is_apply(kernel.exprs[*kernel.reduction->term], Opcode::Multiply))
        set_all(*kernel.reduction->term, Role::Factor);
    return roles;
}

bool takes_weights(const Kernels& kernels) {
    constexpr std::size_t kOfOneProduct = 2;
    std::set<ValueId> given;
    bool has_constant = false;
    for_each_call(kernels.regions, [&](const Call& call) {
        const std::vector<Role> roles = roles_of(kernels[call.kernel]);
        for (std::size_t i = 0; i < roles.size(); ++i) {
            if (roles[i] != Role::Factor) continue;
            const ValueKind kind = kernels[call.values[i]].kind;
            has_constant |= kind == ValueKind::Constant;
            if (kind == ValueKind::Parameter) given.insert(call.values[i]);
        }
    });
    return !has_constant && given.size() > kOfOneProduct;
}

std::vector<std::string> role_names(const Kernel& kernel) {
    const std::vector<Role> roles = roles_of(kernel);
    std::vector<std::string> names;
    std::size_t inputs = 0; // arguments other than constants and bias
    for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
        const KernelArgument& argument = kernel.arguments[i];
        const bool factor = roles[i] == Role::Factor;
        if (argument.range)
            names.push_back("counter"); // of a loop around the step
        else if (argument.written)
            names.push_back("out");
        else if (roles[i] == Role::Bias)
            names.push_back("bias");
        else if (argument.constant)
            names.push_back(factor ? "weights" : "constant");
        else
            names.push_back(std::string(1, inputs < 3 ? static_cast<char>('x' + inputs) : 'x')), ++inputs;
    }
    return names;
}

} // namespace hlo2cpp
