#include "tile/analysis.h"

#include <algorithm>

namespace hlo2cpp {

std::vector<Range> whole_box(const Kernel& kernel) {
    std::vector<Range> box;
    for (const std::int64_t size : kernel.dims) box.push_back({0, size});
    return box;
}

std::int64_t size_of_dim(const Kernel& kernel, std::int64_t d) {
    const auto i = static_cast<std::size_t>(d);
    return i < kernel.dims.size() ? kernel.dims[i] : kernel.reduction->dims[i - kernel.dims.size()];
}

bool affine_in(const IndexSpace& space, const Index& index, std::int64_t d) {
    return std::none_of(index.products.begin(), index.products.end(), [&](const Index::Product& product) {
        const Term& term = space[product.term];
        return term.kind != TermKind::Dimension && space.depends_on(term.argument, d);
    });
}

Interval range_over(const Kernel& kernel, const std::vector<Range>& box, const Index& index) {
    Interval sum{index.constant, index.constant};
    for (const Index::Product& product : index.products) {
        const Term& term = kernel.space[product.term];
        Interval range = term.range;
        if (term.kind == TermKind::Dimension && static_cast<std::size_t>(term.dimension) < box.size()) {
            const Range& side = box[static_cast<std::size_t>(term.dimension)];
            range = {side.begin, std::max(side.begin, side.end - 1)};
        }
        const std::int64_t a = range.low * product.coefficient, b = range.high * product.coefficient;
        sum.low += std::min(a, b);
        sum.high += std::max(a, b);
    }
    return sum;
}

bool always_holds(const Kernel& kernel, const std::vector<Range>& box, const Condition& condition) {
    const Interval range = range_over(kernel, box, condition.index);
    return range.low >= condition.low && range.high < condition.high;
}

bool never_holds(const Kernel& kernel, const std::vector<Range>& box, const Condition& condition) {
    const Interval range = range_over(kernel, box, condition.index);
    return range.high < condition.low || range.low >= condition.high;
}

std::vector<ExprId> loads_of(const Kernel& kernel, ExprId root) {
    std::vector<bool> seen(kernel.exprs.size(), false);
    std::vector<ExprId> loads, pending = {root};
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        const Expr& expr = kernel.exprs[id];
        if (expr.kind == ExprKind::Load) loads.push_back(id);
        pending.insert(pending.end(), expr.operands.rbegin(), expr.operands.rend());
    }
    return loads;
}

Range interior_of(const Kernel& kernel, const std::vector<Condition>& conditions, std::int64_t d) {
    Range interior{0, size_of_dim(kernel, d)};
    std::vector<Range> box = whole_box(kernel);
    for (const Condition& condition : conditions) {
        if (!kernel.space.depends_on(condition.index, d)) continue;
        Range& side = box[static_cast<std::size_t>(d)];
        const auto holds_at = [&](std::int64_t point) {
            side = {point, point + 1};
            return always_holds(kernel, box, condition);
        };
        while (interior.size() > 0 && !holds_at(interior.begin)) ++interior.begin;
        while (interior.size() > 0 && !holds_at(interior.end - 1)) --interior.end;
        side = {0, size_of_dim(kernel, d)};
    }
    return interior;
}

} // namespace hlo2cpp
