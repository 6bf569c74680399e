#include "program/counted_loops.h"

namespace hlo2cpp {

// Begin or end of a loop as a linear sum of variables of surrounding loops; nothing if it depends on data.
std::optional<Linear> CountedLoops::linear_of(ValueId bound, std::int64_t otherwise) const {
    if (!bound.valid()) return Linear(otherwise);
    const Value& value = input_[bound];
    if (value.kind != ValueKind::Counter) return {};
    return Linear(Unknown(value.counts.variable.index())) * value.counts.factor + value.counts.offset;
}

Range CountedLoops::rounds_of(const While& loop) const {
    if (loop.trip_count > 0) return only(loop.trip_count);
    const auto begin = linear_of(loop.start, loop.first),
               end = linear_of(loop.limit, input_[loop.variable].counts.range.end);
    if (!begin || !end) return {};
    const std::optional<std::int64_t> least = extreme(*end - *begin, false), most = extreme(*end - *begin, true);
    return least && most ? from_to(*least, *most) : Range{};
}

// The least or the largest value: each variable is at the first or last round of its loop, the inner ones first, whose
// bounds may depend on the outer ones.
std::optional<std::int64_t> CountedLoops::extreme(Linear sum, bool largest) const {
    for (auto it = loops_.rbegin(); it != loops_.rend(); ++it) {
        const While& loop = **it;
        const Linear variable(Unknown(loop.variable.index()));
        const std::int64_t coefficient = sum.coefficient(variable.terms.front().first);
        if (coefficient == 0) continue;
        const bool last = (coefficient > 0) == largest;
        const Range range = input_[loop.variable].counts.range;
        const auto bound = last ? linear_of(loop.limit, range.end) : linear_of(loop.start, range.begin);
        const Linear at = loop.step == 1 && bound ? *bound - (last ? 1 : 0) : Linear(last ? range.last() : range.begin);
        sum = sum + (at - variable) * coefficient;
    }
    return sum.is_number() ? std::optional(sum.constant) : std::nullopt;
}

} // namespace hlo2cpp
