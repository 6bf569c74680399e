#include "arrange/scaled_integers.h"

#include <map>
#include <optional>

#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

// The s32 that is converted to f32; none if it is anything else.
ExprId converted_integer(const Kernel& kernel, ExprId number) {
    const Expr& expr = kernel.exprs[number];
    if (expr.kind != ExprKind::Apply || expr.opcode != Opcode::Convert || expr.type != ElementType::F32) return {};
    return kernel.exprs[expr.operands[0]].type == ElementType::S32 ? expr.operands[0] : ExprId();
}

std::optional<Expr> joined(const Kernel& kernel, const Expr& nearest) {
    const Expr& product = kernel.exprs[nearest.operands[0]];
    if (product.kind != ExprKind::Apply || product.opcode != Opcode::Multiply) return std::nullopt;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const ExprId integer = converted_integer(kernel, product.operands[i]);
        if (!integer.valid()) continue;
        Expr both = nearest;
        both.operands = {integer, product.operands[1 - i]};
        return both;
    }
    return std::nullopt;
}

} // namespace

void join_scaled_integers(Kernel& kernel) {
    if (reads_indices(kernel)) return;
    std::map<ExprId, Expr> found;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (!expr.nearest || expr.operands.size() != 1) continue;
        if (std::optional<Expr> both = joined(kernel, expr)) found.emplace(ExprId(i), std::move(*both));
    }
    if (found.empty()) return;
    kernel = with_expressions(kernel, found);
    kernel = rebuilt(kernel, unchanged(kernel)); // without the products
}

} // namespace hlo2cpp
