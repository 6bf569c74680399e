#include "arrange/sums_from_bias.h"

#include <algorithm>
#include <optional>

namespace hlo2cpp {
namespace {

// The addition of the sum and a bias, which is the only use of the sum.
struct Addition {
    ExprId sum, bias, result;
};

bool is_zero(const Expr& expr) {
    return expr.kind == ExprKind::Constant &&
           std::ranges::all_of(expr.bits, [](std::byte byte) { return byte == std::byte{0}; });
}

bool adds_up_floats(const Kernel& kernel) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return false;
    const Expr& initial = kernel.exprs[kernel.reduction->initial[0]];
    return (initial.type == ElementType::F32 || initial.type == ElementType::F64) && is_zero(initial);
}

// By expression: whether a root needs it.
std::vector<bool> needed(const Kernel& kernel, const std::vector<ExprId>& roots) {
    std::vector<bool> needed(kernel.exprs.size(), false);
    for (const ExprId root : roots) needed[root.index()] = true;
    for (std::size_t i = needed.size(); i-- > 0;) // operands stand before their users
        if (needed[i])
            for (const ExprId operand : kernel.exprs[ExprId(i)].operands) needed[operand.index()] = true;
    return needed;
}

bool only_read(const Kernel& kernel, const Expr& load) {
    return load.kind == ExprKind::Load && std::ranges::none_of(kernel.outputs, [&](const Output& output) {
               return output.argument == load.argument || output.updates == load.argument;
           });
}

std::optional<Addition> addition_of_bias(const Kernel& kernel) {
    std::vector<ExprId> roots;
    for (const Output& output : kernel.outputs) roots.push_back(output.expr);
    const std::vector<bool> used = needed(kernel, roots);
    std::optional<Addition> found;
    std::size_t uses = 0;
    for (const ExprId root : roots) uses += kernel.exprs[root].kind == ExprKind::Accumulator ? 1U : 0U;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        for (std::size_t k = 0; used[i] && k < expr.operands.size(); ++k) {
            if (kernel.exprs[expr.operands[k]].kind != ExprKind::Accumulator) continue;
            ++uses;
            if (expr.kind == ExprKind::Apply && expr.opcode == Opcode::Add)
                found = {.sum = expr.operands[k], .bias = expr.operands[1 - k], .result = ExprId(i)};
        }
    }
    if (uses != 1 || !found || found->result == kernel.reduction->combined[0]) return std::nullopt;
    const Expr &bias = kernel.exprs[found->bias], &sum = kernel.exprs[found->sum];
    const bool fits = bias.type == sum.type && only_read(kernel, bias);
    return fits ? found : std::nullopt;
}

// Indices refer to expressions by number: those keep it.
bool reads_indices(const Kernel& kernel) {
    return std::ranges::any_of(kernel.space.terms(), [](const Term& term) { return term.kind == TermKind::Dynamic; });
}

} // namespace

void start_sums_at_bias(Kernel& kernel) {
    if (!adds_up_floats(kernel) || reads_indices(kernel) || !kernel.conditions.empty()) return;
    const std::optional<Addition> addition = addition_of_bias(kernel);
    if (!addition) return;
    Reduction& reduction = *kernel.reduction;
    std::vector<ExprId> roots = {addition->bias, *reduction.term, reduction.combined[0]};
    for (const Output& output : kernel.outputs) roots.push_back(output.expr);
    const std::vector<bool> used = needed(kernel, roots);
    ExprGraph exprs;
    std::vector<ExprId> now(kernel.exprs.size()); // by old id
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) continue;
        if (ExprId(i) == addition->result) {
            now[i] = now[addition->sum.index()];
            continue;
        }
        Expr expr = kernel.exprs[ExprId(i)];
        for (ExprId& operand : expr.operands) operand = now[operand.index()];
        now[i] = exprs.add(std::move(expr));
    }
    kernel.exprs = std::move(exprs);
    reduction.initial[0] = now[addition->bias.index()];
    reduction.term = now[reduction.term->index()];
    reduction.combined[0] = now[reduction.combined[0].index()];
    for (Output& output : kernel.outputs) output.expr = now[output.expr.index()];
}

} // namespace hlo2cpp
