#include "buffers/overwrite_verify.h"

#include <algorithm>
#include <optional>
#include <set>

#include "kernel/limits.h"
#include "nest/points.h"

namespace hlo2cpp {
namespace {

// An index that is a sum of dimensions: its value at a point.
struct Sum {
    std::int64_t constant = 0;
    std::vector<std::int64_t> coefficients; // by dimension

    std::int64_t at(const std::vector<std::int64_t>& point) const {
        std::int64_t sum = constant;
        for (std::size_t d = 0; d < point.size(); ++d) sum += coefficients[d] * point[d];
        return sum;
    }
};

std::optional<Sum> sum_of(const Kernel& kernel, const Index& index) {
    Sum sum{index.constant, std::vector<std::int64_t>(kernel.dims.size(), 0)};
    for (const auto& [id, coefficient] : index.products) {
        const Term& term = kernel.space[id];
        if (term.kind != TermKind::Dimension) return std::nullopt;
        sum.coefficients.at(static_cast<std::size_t>(term.dimension)) = coefficient;
    }
    return sum;
}

// The elements that a box of points loads of the operand, for all that the box says about guards.
std::optional<std::vector<Sum>> loads_in(const Kernel& kernel, const std::vector<Range>& box, ArgumentId operand) {
    const IndexBounds bounds(kernel);
    Limits limits;
    for (std::size_t d = 0; d < box.size(); ++d) {
        const Index dimension = kernel.space.dimension(static_cast<std::int64_t>(d));
        bounds.add(limits, {.index = dimension, .low = box[d].begin, .high = box[d].end});
    }
    const auto holds = [&](const Condition& condition) {
        Limits inside = limits;
        return bounds.add(inside, condition);
    };
    const auto fails = [&](const Condition& condition) {
        Limits outside = limits;
        return bounds.add_opposite(outside, condition);
    };
    std::vector<Sum> loads;
    std::vector<bool> seen(kernel.exprs.size(), false);
    std::vector<ExprId> pending;
    for (const Output& output : kernel.outputs) pending.push_back(output.expr);
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        const Expr& expr = kernel.exprs[id];
        if (expr.kind == ExprKind::Load && expr.argument == operand) {
            const std::optional<Sum> sum = sum_of(kernel, expr.index);
            if (!sum) return std::nullopt;
            loads.push_back(*sum);
        }
        if (expr.kind != ExprKind::Guard) {
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
            continue;
        }
        if (std::ranges::all_of(expr.conditions, holds)) pending.push_back(expr.operands[0]);
        if (std::ranges::any_of(expr.conditions, fails)) pending.push_back(expr.operands[1]);
    }
    return loads;
}

} // namespace

bool reads_before_it_writes(const Kernel& kernel, ArgumentId operand, ArgumentId argument) {
    std::set<std::int64_t> overwritten;
    std::vector<bool> seen(kernel.exprs.size(), false);
    const auto address = [&](const Subscripts& index, ArgumentId of) -> std::optional<std::int64_t> {
        const std::optional<Sum> sum = sum_of(kernel, row_major_address(index, kernel[of].dims));
        return sum ? std::optional(sum->constant) : std::nullopt;
    };
    for (const Output& output : kernel.outputs) {
        std::vector<ExprId> pending = {output.expr};
        if (!output.conditions.empty()) return false;
        while (!pending.empty()) {
            const ExprId id = pending.back();
            const Expr& expr = kernel.exprs[id];
            pending.pop_back();
            const bool moved = id == output.expr && is_narrow_float(expr.type); // loaded again by each output
            if (seen[id.index()] && !moved) continue;
            if (expr.kind == ExprKind::Guard) return false; // whose operands may be loaded where it is used
            seen[id.index()] = true;
            if (expr.kind == ExprKind::Load && expr.argument == operand) {
                const std::optional<std::int64_t> loaded = address(expr.index, operand);
                if (loaded ? overwritten.contains(*loaded) : !overwritten.empty()) return false;
            }
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        }
        if (output.argument != argument) continue;
        const std::optional<std::int64_t> stored = address(output.index, argument);
        if (!stored) return false;
        overwritten.insert(*stored);
    }
    return !overwritten.empty();
}

bool reads_before_it_writes(const Kernel& kernel, const LoopNest& nest, ArgumentId operand, std::size_t output) {
    const ArgumentId argument = kernel.outputs[output].argument;
    if (stores_to(kernel, argument) > 1)
        return has_one_point(kernel) && reads_before_it_writes(kernel, operand, argument);
    const std::optional<Sum> stored = sum_of(kernel, kernel.outputs[output].index);
    if (!stored || kernel.reduction || kernel.scan || kernel.sort || nest.bodies.empty()) return false;
    std::vector<bool> overwritten(static_cast<std::size_t>(kernel[operand].elements()), false);
    const auto is_overwritten = [&](std::int64_t element) { // one outside is not loaded
        const auto e = static_cast<std::size_t>(element);
        return element >= 0 && e < overwritten.size() && overwritten[e];
    };
    return std::ranges::all_of(nest.bodies, [&](const nest::Body& body) {
        const std::optional<std::vector<Sum>> loads = loads_in(kernel, body.box, operand);
        return loads && nest::visit_in_order(body, [&](const std::vector<std::int64_t>& point) {
                   for (const Sum& load : *loads)
                       if (is_overwritten(load.at(point))) return false;
                   const std::int64_t element = stored->at(point);
                   if (element < 0 || static_cast<std::size_t>(element) >= overwritten.size()) return false;
                   overwritten[static_cast<std::size_t>(element)] = true;
                   return true;
               });
    });
}

} // namespace hlo2cpp
