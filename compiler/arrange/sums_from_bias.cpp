#include "arrange/sums_from_bias.h"

#include <algorithm>
#include <optional>

#include "kernel/bias.h"
#include "kernel/loads.h"

namespace hlo2cpp {
void start_sums_at_bias(Kernel& kernel) {
    if (reads_indices(kernel) || !kernel.conditions.empty()) return;
    const std::optional<BiasAddition> addition = addition_of_bias(kernel);
    if (!addition) return;
    Reduction& reduction = *kernel.reduction;
    std::vector<ExprId> roots = {addition->bias, *reduction.term, reduction.combined[0]};
    for (const Output& output : kernel.outputs) roots.push_back(output.expr);
    const std::vector<bool> used = needed_by(kernel, roots);
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
