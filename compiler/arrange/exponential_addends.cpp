#include "arrange/exponential_addends.h"

#include <cmath>
#include <map>

#include "evaluate/tensor.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

constexpr double kLeast = 0x1p-14; // above all denormals of every type

bool is_exponential(const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Exponential && is_float(expr.type) &&
           !expr.not_positive;
}

bool is_large_constant(const Expr& expr) {
    if (expr.kind != ExprKind::Constant || !is_float(expr.type)) return false;
    const Tensor number = to_tensor({.shape = Shape::scalar(expr.type), .bytes = expr.bits});
    return std::fabs(*number.reals().begin()) >= kLeast;
}

// By expression: something uses it that is no sum with a large constant.
std::vector<bool> used_otherwise(const Kernel& kernel) {
    std::vector<bool> used(kernel.exprs.size());
    const auto use = [&](ExprId id) {
        if (id.valid()) used[id.index()] = true;
    };
    const std::vector<bool> needed = needed_expressions(kernel);
    for (std::size_t i = 0; i < used.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        const bool sum = expr.kind == ExprKind::Apply && is_float(expr.type) &&
                         (expr.opcode == Opcode::Add || expr.opcode == Opcode::Subtract);
        if (!needed[i] || (sum && (is_large_constant(kernel.exprs[expr.operands[0]]) ||
                                   is_large_constant(kernel.exprs[expr.operands[1]]))))
            continue;
        for (const ExprId operand : expr.operands) use(operand);
    }
    for (const Output& output : kernel.outputs) use(output.expr);
    const auto accumulate = [&](const Accumulation& accumulation) {
        for (const ExprId id : accumulation.initial) use(id);
        for (const ExprId id : accumulation.combined) use(id);
        if (accumulation.term) use(*accumulation.term);
    };
    if (kernel.reduction) accumulate(*kernel.reduction);
    if (kernel.scan) accumulate(*kernel.scan);
    if (kernel.sort) use(kernel.sort->before);
    return used;
}

} // namespace

void mark_exponential_addends(Kernel& kernel) {
    bool any = false;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) any = any || is_exponential(kernel.exprs[ExprId(i)]);
    if (!any || reads_indices(kernel)) return;
    const std::vector<bool> otherwise = used_otherwise(kernel);
    std::map<ExprId, Expr> marked;
    for (std::size_t i = 0; i < otherwise.size(); ++i) {
        if (otherwise[i] || !is_exponential(kernel.exprs[ExprId(i)])) continue;
        Expr addend = kernel.exprs[ExprId(i)];
        addend.addend = true;
        marked.insert({ExprId(i), std::move(addend)});
    }
    if (!marked.empty()) kernel = with_expressions(kernel, marked);
}

} // namespace hlo2cpp
