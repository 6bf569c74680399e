#include "arrange/bias.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "ops/integer_ranges.h"

namespace hlo2cpp {
namespace {

bool adds_up_numbers(const Kernel& kernel) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return false;
    const Expr& initial = kernel.exprs[kernel.reduction->initial[0]];
    const bool number =
        initial.type == ElementType::F32 || initial.type == ElementType::F64 || is_integer(initial.type);
    return number && is_zero(initial);
}

// An element of an array that is only read, or an integer that is converted from one.
bool only_read(const Kernel& kernel, const Expr& expr) {
    const bool converts = expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert && is_integer(expr.type);
    const Expr& load = converts ? kernel.exprs[expr.operands[0]] : expr;
    return load.kind == ExprKind::Load && std::ranges::none_of(kernel.outputs, [&](const Output& output) {
               return output.argument == load.argument || output.updates == load.argument;
           });
}

} // namespace

std::optional<BiasAddition> addition_of_bias(const Kernel& kernel) {
    if (!adds_up_numbers(kernel)) return std::nullopt;
    std::vector<ExprId> roots;
    for (const Output& output : kernel.outputs) roots.push_back(output.expr);
    const std::vector<bool> used = needed_by(kernel, roots);
    std::optional<BiasAddition> found;
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
    const bool exact = !is_integer(sum.type) || IntegerRanges(kernel).is_exact(found->result);
    const bool fits = bias.type == sum.type && exact && only_read(kernel, bias);
    return fits ? found : std::nullopt;
}

} // namespace hlo2cpp
