#include "arrange/rounded_products.h"

#include <map>

#include "arrange/bias.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

bool is_product(const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Multiply && expr.type == ElementType::F32;
}

bool adds(const Expr& expr) {
    return expr.kind == ExprKind::Apply && (expr.opcode == Opcode::Add || expr.opcode == Opcode::Subtract);
}

} // namespace

void round_products_of_integers(Kernel& kernel) {
    if (reads_indices(kernel)) return;
    std::vector<ExprId> roots;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        if (kernel.exprs[ExprId(i)].nearest) roots.push_back(ExprId(i));
    if (roots.empty()) return;
    const std::vector<bool> rounded = needed_by(kernel, roots);
    std::map<ExprId, Expr> products;
    for (std::size_t i = 0; i < rounded.size(); ++i) {
        const Expr& sum = kernel.exprs[ExprId(i)];
        if (!rounded[i] || !adds(sum)) continue;
        for (const ExprId operand : sum.operands) {
            if (!is_product(kernel.exprs[operand])) continue;
            Expr product = kernel.exprs[operand];
            product.rounded = true;
            products.insert({operand, std::move(product)});
        }
    }
    if (!products.empty()) kernel = with_expressions(kernel, products);
}

} // namespace hlo2cpp
