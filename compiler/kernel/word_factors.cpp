#include "kernel/word_factors.h"

namespace hlo2cpp {
namespace {

// The load that an s32 is converted from; none if it is anything else.
ExprId bytes_of(const Kernel& kernel, ExprId number) {
    const Expr& expr = kernel.exprs[number];
    if (expr.kind != ExprKind::Apply || expr.opcode != Opcode::Convert || expr.type != ElementType::S32) return {};
    const Expr& load = kernel.exprs[expr.operands[0]];
    const bool bytes = load.type == ElementType::S8 || load.type == ElementType::U8;
    return load.kind == ExprKind::Load && bytes ? expr.operands[0] : ExprId();
}

} // namespace

std::optional<WordFactors> factors_of_words(const Kernel& kernel) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return std::nullopt;
    const Expr& term = kernel.exprs[*kernel.reduction->term];
    if (term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return std::nullopt;
    const ExprId a = bytes_of(kernel, term.operands[0]), b = bytes_of(kernel, term.operands[1]);
    return a.valid() && b.valid() ? std::optional(WordFactors{a, b}) : std::nullopt;
}

} // namespace hlo2cpp
