#include "tile/row_conditions.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/bounds.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostTaps = 256; // in all rows of a border together

bool has_variable(const Kernel& kernel, const Index& index) {
    return std::ranges::any_of(index.products, [&](const Index::Product& product) {
        return kernel.space[product.term].kind == TermKind::Variable;
    });
}

// True if rows and taps alone decide the condition, should it depend on any of them.
bool taps_decide(const Kernel& kernel, std::int64_t row_dim, const Condition& condition) {
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    const bool row = kernel.space.depends_on(condition.index, row_dim);
    if (row && has_variable(kernel, condition.index)) return false;
    for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d) {
        if (d == row_dim || !kernel.space.depends_on(condition.index, d)) continue;
        if (row ? d < parallel : d >= parallel && is_border_tap(kernel, row_dim, d)) return false;
    }
    return true;
}

} // namespace

bool conditions_are_affine(const Kernel& kernel) {
    for (const Condition& condition : kernel.reduction->conditions)
        for (const Index::Product& product : condition.index.products)
            if (const TermKind kind = kernel.space[product.term].kind;
                kind != TermKind::Dimension && kind != TermKind::Variable)
                return false;
    return true;
}

const std::vector<Condition>& tested_conditions(const Kernel& kernel, const LoopNest& nest) {
    static const std::vector<Condition> kNone;
    return nest.row_copy ? kNone : kernel.reduction->conditions;
}

bool is_in_conditions(const Kernel& kernel, std::int64_t d) {
    return std::ranges::any_of(kernel.reduction->conditions,
                               [&](const Condition& condition) { return kernel.space.depends_on(condition.index, d); });
}

bool row_conditions_hold(const Kernel& kernel, std::int64_t row_dim, const Range& rows, std::vector<Range> box) {
    box[static_cast<std::size_t>(row_dim)] = rows;
    const Bounds bounds(kernel.space, box);
    return std::ranges::all_of(kernel.reduction->conditions, [&](const Condition& condition) {
        return !kernel.space.depends_on(condition.index, row_dim) || bounds.always(condition);
    });
}

bool is_border_tap(const Kernel& kernel, std::int64_t row_dim, std::int64_t r) {
    return std::ranges::any_of(kernel.reduction->conditions, [&](const Condition& condition) {
        return kernel.space.depends_on(condition.index, row_dim) && kernel.space.depends_on(condition.index, r);
    });
}

bool borders_fit(const Kernel& kernel, std::int64_t row_dim, std::int64_t unrolled_taps) {
    std::int64_t taps = 1;
    for (auto r = static_cast<std::int64_t>(kernel.dims.size()); r < kernel.space.dimensions(); ++r)
        if (is_border_tap(kernel, row_dim, r)) taps *= size_of_dim(kernel, r);
    const std::vector<Condition>& conditions = kernel.reduction->conditions;
    const std::int64_t border = size_of_dim(kernel, row_dim) - interior_of(kernel, conditions, row_dim).size();
    return taps <= unrolled_taps && taps * border <= kMostTaps &&
           std::ranges::all_of(conditions,
                               [&](const Condition& condition) { return taps_decide(kernel, row_dim, condition); });
}

} // namespace hlo2cpp
