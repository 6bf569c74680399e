#include "kernel/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hlo2cpp {

Range range_of_remainder(const Range& argument, std::int64_t divisor) {
    const std::optional<std::int64_t> quotient = floor_divided(argument, divisor).single();
    return quotient ? sum(argument, only(-*quotient * divisor)) : Range{0, divisor};
}

Bounds::Bounds(const IndexSpace& space, std::span<const Range> box) : space_(&space) {
    terms_.reserve(space.term_count());
    for (std::int64_t d = 0; d < space.dimensions(); ++d) dimensions_.push_back(space[space.dimension_term(d)].range);
    for (std::size_t d = 0; d < box.size(); ++d)
        dimensions_[d] = {box[d].begin, std::max(box[d].begin + 1, box[d].end)};
    // Terms are numbered after those in their arguments.
    for (std::size_t i = 0; i < space.term_count(); ++i) terms_.push_back(range_of_term(space[TermId(i)]));
}

void Bounds::limit(std::int64_t dim, const Range& range) {
    dimensions_[static_cast<std::size_t>(dim)] = {range.begin, std::max(range.begin + 1, range.end)};
    for (std::size_t i = 0; i < terms_.size(); ++i) terms_[i] = range_of_term((*space_)[TermId(i)]);
}

Range Bounds::range_of_term(const Term& term) const {
    switch (term.kind) {
    case TermKind::Dimension: return dimensions_[static_cast<std::size_t>(term.dimension)];
    case TermKind::FloorDivide: return floor_divided(range(term.argument), term.divisor);
    case TermKind::Modulo: return range_of_remainder(range(term.argument), term.divisor);
    case TermKind::Variable:
    case TermKind::Dynamic: return term.range;
    }
    return term.range;
}

Range Bounds::range(const Index& index) const {
    return range_of_sum(index, [&](TermId term) { return terms_[term.index()]; });
}

std::optional<bool> Bounds::decided(const Condition& condition) const {
    Range values = range(condition.index);
    for (const Condition& known : assumed_) {
        if (known.index.products != condition.index.products) continue;
        const std::int64_t distance = condition.index.constant - known.index.constant;
        values = common_part(values, {known.low + distance, known.high + distance});
    }
    if (values.begin >= condition.low && values.end <= condition.high) return true;
    if (values.end <= condition.low || values.begin >= condition.high) return false;
    return std::nullopt;
}

std::vector<Condition> to_be_tested(const Bounds& bounds, std::vector<Condition> conditions) {
    std::erase_if(conditions, [&](const Condition& condition) { return bounds.always(condition); });
    for (Condition& condition : conditions) {
        const Range range = bounds.range(condition.index);
        if (condition.high - condition.low == 1) continue; // an equality
        if (condition.low <= range.begin) condition.low = -kFar;
        if (condition.high >= range.end) condition.high = kFar;
    }
    return conditions;
}

bool needs_wide_index(const Kernel& kernel) {
    constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
    const auto too_wide = [&](const Index& index) {
        // Every partial sum counts, in whatever order it is printed.
        double size = std::abs(static_cast<double>(index.constant));
        for (const Index::Product& product : index.products) {
            const Range range = kernel.space[product.term].range;
            const double most = std::max(static_cast<double>(range.last()), -static_cast<double>(range.begin));
            size += most * std::abs(static_cast<double>(product.coefficient));
        }
        return size >= static_cast<double>(kLimit);
    };
    for (std::size_t i = 0; i < kernel.space.term_count(); ++i) {
        const Term& term = kernel.space[TermId(i)];
        if (term.range.last() >= kLimit || term.range.begin <= -kLimit || term.divisor >= kLimit ||
            too_wide(term.argument))
            return true;
    }
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (too_wide(expr.index)) return true;
        if (std::ranges::any_of(expr.conditions, [&](const Condition& c) { return too_wide(c.index - Index(c.low)); }))
            return true;
    }
    if (kernel.reduction &&
        std::ranges::any_of(kernel.reduction->conditions, [&](const Condition& c) { return too_wide(c.index); }))
        return true;
    for (const auto* conditions : {&kernel.conditions, &kernel.needed})
        if (std::ranges::any_of(*conditions, [&](const Condition& c) { return too_wide(c.index - Index(c.low)); }))
            return true;
    const std::int64_t line =
        kernel.sort ? 4 * kernel.sort->size * kernel.sort->stride : 0; // the widths of merges double
    return std::ranges::any_of(kernel.outputs, [&](const Output& output) {
        return too_wide(output.index + Index(line)) || std::ranges::any_of(output.conditions, [&](const Condition& c) {
                   return too_wide(c.index - Index(c.low));
               });
    });
}

} // namespace hlo2cpp
