#include "kernel/analysis.h"

#include <algorithm>

#include "kernel/dependence.h"
#include "kernel/loads.h"

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

bool affine_in(const Kernel& kernel, const Index& index, std::int64_t d) {
    std::vector<bool> seen(kernel.exprs.size(), false);
    std::vector<const Index*> pending;
    const auto add_values = [&](const Index& of) {
        for_each_dynamic(kernel.space, of, [&](ExprId value) {
            for (const ExprId part : parts_of(kernel, value)) {
                if (seen[part.index()]) continue;
                seen[part.index()] = true;
                pending.push_back(&kernel.exprs[part].index.address());
                for (const Condition& condition : kernel.exprs[part].conditions) pending.push_back(&condition.index);
            }
        });
    };
    add_values(index);
    for (std::size_t i = 0; i < pending.size(); ++i) add_values(*pending[i]);
    return affine_in(kernel.space, index, d) &&
           std::ranges::none_of(pending, [&](const Index* part) { return kernel.space.depends_on(*part, d); });
}

namespace {

bool index_varies_along(const Kernel& kernel, const Index& index, std::int64_t d) {
    return kernel.space.depends_on(index, d) || !affine_in(kernel, index, d);
}

bool tests_vary_along(const Kernel& kernel, const Expr& expr, std::int64_t d) {
    return std::ranges::any_of(expr.conditions,
                               [&](const Condition& c) { return index_varies_along(kernel, c.index, d); });
}

} // namespace

bool varies_along(const Kernel& kernel, ExprId root, std::int64_t d) {
    return std::ranges::any_of(parts_of(kernel, root), [&](ExprId part) {
        const Expr& expr = kernel.exprs[part];
        return index_varies_along(kernel, expr.index, d) || tests_vary_along(kernel, expr, d);
    });
}

bool counts_along(const Kernel& kernel, ExprId root, std::int64_t d) {
    return std::ranges::any_of(parts_of(kernel, root), [&](ExprId part) {
        const Expr& expr = kernel.exprs[part];
        const bool number = expr.kind == ExprKind::IndexValue && index_varies_along(kernel, expr.index, d);
        return number || tests_vary_along(kernel, expr, d);
    });
}

bool reads_along(const Kernel& kernel, ExprId load, std::int64_t d) {
    const Index& index = kernel.exprs[load].index;
    const std::int64_t stride = kernel.space.coefficient(index, d);
    return (stride == 0 || stride == 1) && affine_in(kernel, index, d);
}

bool reads_apart(const Kernel& kernel, ExprId load, std::int64_t d) {
    const Expr& expr = kernel.exprs[load];
    const std::int64_t distance = kernel.space.coefficient(expr.index, d);
    return !kernel[expr.argument].constant && affine_in(kernel, expr.index, d) && distance > 1 && distance <= kFarthest;
}

bool reads_every_second(const Kernel& kernel, ExprId load, std::int64_t d) {
    return reads_apart(kernel, load, d) && kernel.space.coefficient(kernel.exprs[load].index, d) == kEverySecond;
}

bool is_zero(const Expr& expr) {
    return expr.kind == ExprKind::Constant &&
           std::ranges::all_of(expr.bits, [](std::byte byte) { return byte == std::byte{0}; });
}

std::vector<ExprId> parts_of(const Kernel& kernel, ExprId root) {
    std::vector<bool> seen(kernel.exprs.size(), false);
    std::vector<ExprId> parts, pending = {root};
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        parts.push_back(id);
        const Expr& expr = kernel.exprs[id];
        pending.insert(pending.end(), expr.operands.rbegin(), expr.operands.rend());
    }
    return parts;
}

std::vector<ExprId> loads_of(const Kernel& kernel, ExprId root) {
    std::vector<ExprId> parts = parts_of(kernel, root);
    std::erase_if(parts, [&](ExprId part) { return kernel.exprs[part].kind != ExprKind::Load; });
    return parts;
}

Range interior_of(const Kernel& kernel, const std::vector<Condition>& conditions, std::int64_t d) {
    Range interior{0, size_of_dim(kernel, d)};
    Bounds bounds(kernel.space);
    for (const Condition& condition : conditions) {
        if (!kernel.space.depends_on(condition.index, d)) continue;
        const auto holds_in = [&](const Range& range) {
            bounds.limit(d, range);
            return bounds.always(condition);
        };
        while (interior.size() > 0 && !holds_in({interior.begin, interior.begin + 1})) ++interior.begin;
        while (interior.size() > 0 && !holds_in({interior.end - 1, interior.end})) --interior.end;
        if (interior.size() > 0 && !holds_in(interior)) interior.end = interior.begin; // a remainder: here and there
    }
    return interior;
}

bool points_are_apart(const Kernel& kernel) {
    if (kernel.scan || kernel.in_order || !kernel.conditions.empty()) return false;
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        for (const Output& output : kernel.outputs)
            if (expr.argument == output.argument && (load.in_reduction || load.in_index || expr.index != output.index))
                return false;
    }
    const Bounds bounds(kernel.space);
    const Dependences dependences(kernel, bounds);
    bool apart = true;
    for (const Output& output : kernel.outputs)
        for_each_dynamic(kernel.space, output.index, [&](ExprId value) {
            apart = apart && dependences.of(value).dims == 0 && !dependences.of(value).accumulator;
        });
    return apart;
}

bool may_start_often(const Kernel& kernel) {
    const Reduction& reduction = *kernel.reduction;
    if (reduction.combiner == Opcode::Maximum || reduction.combiner == Opcode::Minimum) return true;
    const Expr& initial = kernel.exprs[reduction.initial[0]];
    if (initial.kind != ExprKind::Constant) return false;
    if (initial.type != ElementType::F32 && initial.type != ElementType::F64) return false;
    const Literal literal{.shape = Shape::scalar(initial.type), .bytes = initial.bits};
    const double value =
        initial.type == ElementType::F32 ? static_cast<double>(literal.at<float>(0)) : literal.at<double>(0);
    return (reduction.combiner == Opcode::Add && value == 0) || (reduction.combiner == Opcode::Multiply && value == 1);
}

} // namespace hlo2cpp
