#include "tile/bias_verify.h"

#include <algorithm>
#include <set>

#include "nest/partial_results.h"
#include "nest/walk.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

bool is_sum(const Kernel& kernel, ExprId id) {
    return kernel.exprs[id].kind == ExprKind::Accumulator;
}

bool is_zero(const Expr& expr) {
    return expr.kind == ExprKind::Constant &&
           std::ranges::all_of(expr.bits, [](std::byte byte) { return byte == std::byte{0}; });
}

// Number of uses of the sum in the stored values.
std::int64_t uses_of_sum(const Kernel& kernel) {
    std::int64_t uses = 0;
    std::set<ExprId> seen;
    std::vector<ExprId> pending;
    for (const Output& output : kernel.outputs) pending.push_back(output.expr);
    for (const ExprId id : pending) uses += is_sum(kernel, id) ? 1 : 0;
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        if (!seen.insert(id).second) continue;
        for (const ExprId operand : kernel.exprs[id].operands) {
            uses += is_sum(kernel, operand) ? 1 : 0;
            pending.push_back(operand);
        }
    }
    return uses;
}

} // namespace

Fault wrong_bias(const Kernel& kernel, const nest::Body& body, bool in_order) {
    if (!body.from_bias.valid()) return std::nullopt;
    if (in_order) return "its sums start at a bias, which is added last on other targets";
    if (!kernel.reduction || kernel.reduction->combiner != Opcode::Add) return "a bias starts what is no sum";
    if (!is_zero(kernel.exprs[kernel.reduction->initial[0]])) return "its sums would start at two values";
    if (body.lanes == 1 || nest::partial_results(kernel, body) > 1) return "a bias would start several sums of a point";
    bool scalars = false;
    nest::for_each<nest::StoreElement>(body.statements, [&](const auto&) { scalars = true; });
    if (scalars) return "a bias starts vectors that are taken apart";
    const Expr& addition = kernel.exprs[body.from_bias];
    if (addition.kind != ExprKind::Apply || addition.opcode != Opcode::Add) return "its bias is not added";
    const bool first = is_sum(kernel, addition.operands[0]), second = is_sum(kernel, addition.operands[1]);
    if (first == second) return "its bias is not added to the sum";
    if (kernel.exprs[addition.operands[first ? 1 : 0]].kind != ExprKind::Load) return "its bias is not loaded";
    if (uses_of_sum(kernel) != 1) return "its sum is used without the bias, too";
    return std::nullopt;
}

} // namespace hlo2cpp
