#include "arrange/moved_bits.h"

#include <algorithm>

#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool is_moved_as_bits(ElementType type) {
    return is_narrow_float(type) && info(type).bits >= 8;
}

// The expressions that have such a number, or take one.
std::vector<ExprId> with_numbers(const Kernel& kernel) {
    const std::vector<bool> needed = needed_expressions(kernel);
    std::vector<ExprId> found;
    for (std::size_t i = 0; i < needed.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        const bool takes = std::ranges::any_of(
            expr.operands, [&](ExprId operand) { return is_moved_as_bits(kernel.exprs[operand].type); });
        if (needed[i] && (takes || is_moved_as_bits(expr.type))) found.emplace_back(i);
    }
    return found;
}

bool is_moved(const Expr& expr) {
    if (expr.kind == ExprKind::Apply) return moves_bits(expr.opcode);
    return expr.kind != ExprKind::IndexValue;
}

} // namespace

void move_as_bits(Kernel& kernel) {
    const std::vector<ExprId> numbers = with_numbers(kernel);
    const auto is_load = [&](ExprId id) { return kernel.exprs[id].kind == ExprKind::Load; };
    if (std::ranges::all_of(numbers, is_load) && !reads_indices(kernel)) return; // each is stored as it is
    if (!std::ranges::all_of(numbers, [&](ExprId id) { return is_moved(kernel.exprs[id]); })) return;
    kernel = with_types(
        kernel, [](ElementType type) { return is_moved_as_bits(type) ? unsigned_type(info(type).bits) : type; });
}

} // namespace hlo2cpp
