#include "arrange/single_point.h"

#include <algorithm>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

// By expression: its copy with `states` in the place of the accumulators.
std::vector<ExprId> substitute(ExprGraph& exprs, std::size_t count, const std::vector<ExprId>& states) {
    std::vector<ExprId> ids;
    for (std::size_t i = 0; i < count; ++i) {
        Expr expr = exprs[ExprId(i)];
        bool changed = false;
        for (ExprId& operand : expr.operands) {
            const ExprId now = ids[operand.index()];
            changed = changed || now != operand;
            operand = now;
        }
        ids.push_back(expr.kind == ExprKind::Accumulator ? states[static_cast<std::size_t>(expr.slot)]
                      : changed                          ? exprs.add(std::move(expr))
                                                         : ExprId(i));
    }
    return ids;
}

bool has_dynamic_index(const Kernel& kernel) {
    return std::ranges::any_of(kernel.space.terms(), [](const Term& term) { return term.kind == TermKind::Dynamic; });
}

} // namespace

Kernel without_single_point(Kernel kernel) {
    if (!kernel.reduction || !kernel.reduction->dims.empty() || !kernel.reduction->conditions.empty()) return kernel;
    if (has_dynamic_index(kernel)) return kernel; // the index may depend on the accumulators
    const Reduction reduction = *kernel.reduction;
    const std::size_t count = kernel.exprs.size();
    std::vector<ExprId> states;
    const std::vector<ExprId> inside = substitute(kernel.exprs, count, reduction.initial);
    for (const ExprId combined : reduction.combined) states.push_back(inside[combined.index()]);
    const bool product = reduction.term && reduction.combiner == Opcode::Add &&
                         kernel.exprs[*reduction.term].kind == ExprKind::Apply &&
                         kernel.exprs[*reduction.term].opcode == Opcode::Multiply;
    if (product && is_zero(kernel.exprs[reduction.initial[0]])) states = {*reduction.term};
    const std::vector<ExprId> outside = substitute(kernel.exprs, count, states);
    for (Output& output : kernel.outputs) output.expr = outside[output.expr.index()];
    kernel.reduction.reset();
    return kernel;
}

} // namespace hlo2cpp
