#include "tile/counted_loops.h"

#include "kernel/checked_index.h"

namespace hlo2cpp {
namespace {

TermId term_of_variable(ValueId variable) {
    return TermId(variable.index());
}

} // namespace

// Begin or end of a loop as a sum of variables of surrounding loops; nothing if it depends on data.
std::optional<Index> CountedLoops::bound_of(ValueId bound, std::int64_t otherwise) const {
    if (!bound.valid()) return Index(otherwise);
    const Value& value = kernels_[bound];
    if (value.kind != ValueKind::Counter) return {};
    Index variable;
    variable.products = {{term_of_variable(value.counts.variable), 1}};
    return checked_sum(value.counts.offset, variable, value.counts.factor);
}

Range CountedLoops::rounds_of(const While& loop) const {
    if (loop.trip_count > 0) return only(loop.trip_count);
    const auto begin = bound_of(loop.start, loop.first),
               end = bound_of(loop.limit, kernels_[loop.variable].counts.range.end);
    const auto rounds = begin && end ? checked_sum(*end, *begin, -1) : std::nullopt;
    const std::optional<std::int64_t> least = extreme(rounds, false), most = extreme(rounds, true);
    return least && most ? from_to(*least, *most) : Range{};
}

// The least or the largest value: each variable is at the first or last round of its loop, the inner ones first, whose
// bounds may depend on the outer ones.
std::optional<std::int64_t> CountedLoops::extreme(std::optional<Index> sum, bool largest) const {
    for (auto it = loops_.rbegin(); sum && it != loops_.rend(); ++it) {
        const While& loop = **it;
        const std::int64_t factor = coefficient(*sum, term_of_variable(loop.variable));
        if (factor == 0) continue;
        const bool last = (factor > 0) == largest;
        const Range range = kernels_[loop.variable].counts.range;
        const auto bound = last ? bound_of(loop.limit, range.end) : bound_of(loop.start, range.begin);
        const Index at =
            loop.step == 1 && bound ? *bound - Index(last ? 1 : 0) : Index(last ? range.last() : range.begin);
        std::erase_if(sum->products,
                      [&](const auto& product) { return product.term == term_of_variable(loop.variable); });
        sum = checked_sum(*sum, at, factor);
    }
    return sum && sum->is_constant() ? std::optional(sum->constant) : std::nullopt;
}

} // namespace hlo2cpp
