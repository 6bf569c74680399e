#include "program/reduction_bounds.h"

#include <algorithm>

#include "program/elements.h"
#include "support/floor_divide.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// A bound of a loop: floor(sum / divisor) + extra.
struct Bound {
    Index sum;
    std::int64_t divisor = 1;
    std::int64_t extra = 0;
};

struct Bounds {
    std::vector<Bound> begins, ends;
};

// low <= c*dim + rest < high, where nothing else depends on the dimension. False where the condition is no bound.
bool add_bounds(const Emitter& emitter, std::int64_t dim, const Condition& condition, Bounds& bounds) {
    const IndexSpace& space = emitter.kernel().space;
    const std::int64_t c = space.coefficient(condition.index, dim);
    if (c == 0 || dim >= 63) return false;
    const Index rest = condition.index - space.dimension(dim) * c;
    if ((emitter.facts().of(rest).dims & dimension_bit(dim)) != 0) return false;
    const Interval range = emitter.facts().range(condition.index);
    const bool low = range.low < condition.low, high = range.high >= condition.high;
    if (c > 0) { // ceil((low - rest) / c), ceil((high - rest) / c)
        if (low) bounds.begins.push_back({.sum = Index(condition.low + c - 1) - rest, .divisor = c});
        if (high) bounds.ends.push_back({.sum = Index(condition.high + c - 1) - rest, .divisor = c});
    } else { // floor((rest - high) / -c) + 1, floor((rest - low) / -c) + 1
        if (high) bounds.begins.push_back({.sum = rest - Index(condition.high), .divisor = -c, .extra = 1});
        if (low) bounds.ends.push_back({.sum = rest - Index(condition.low), .divisor = -c, .extra = 1});
    }
    return true;
}

// One of those whose maximum, or minimum, is the bound.
struct Candidate {
    Interval range;
    Expression value;
    Dependence dependence;
};

Candidate candidate(Emitter& emitter, const Bound& bound) {
    const Index sum = bound.divisor == 1 ? bound.sum + Index(bound.extra) : bound.sum;
    Candidate made{.range = emitter.range(sum), .value = emitter.index(sum), .dependence = emitter.facts().of(sum)};
    if (bound.divisor == 1) return made;
    // No loop runs below 0, so a negative quotient may be rounded up to 0.
    const bool plain = made.range.low >= 0 || bound.extra == 0;
    made.value = plain ? tree::binary(tree::Operator::Divide, made.value, tree::integer(bound.divisor))
                       : floor_quotient(emitter.index_element(), made.value, bound.divisor);
    if (bound.extra != 0) made.value = tree::add(made.value, tree::integer(bound.extra));
    made.range.low = floor_divide(made.range.low, bound.divisor) + bound.extra;
    made.range.high = floor_divide(made.range.high, bound.divisor) + bound.extra;
    return made;
}

// The maximum of the limit and all bounds (`later`), or the minimum; those that never count are left out.
Expression bound_of(Emitter& emitter, const std::vector<Bound>& bounds, std::int64_t limit, bool later,
                    std::optional<std::int64_t>& number) {
    std::vector<Candidate> candidates = {{{limit, limit}, {}, {}}};
    for (const Bound& bound : bounds) {
        Candidate next = candidate(emitter, bound);
        const auto covers = [&](const Candidate& a, const Candidate& b) {
            return later ? a.range.low >= b.range.high : a.range.high <= b.range.low;
        };
        if (std::ranges::any_of(candidates, [&](const Candidate& known) { return covers(known, next); })) continue;
        std::erase_if(candidates, [&](const Candidate& known) { return covers(next, known); });
        candidates.push_back(std::move(next));
    }
    Expression value;
    Dependence dependence;
    for (const Candidate& one : candidates) {
        const Expression part = one.range.low == one.range.high ? tree::integer(one.range.low) : one.value;
        value = value.valid() ? tree::call(later ? "later" : "earlier", emitter.index_element(), {value, part}) : part;
        dependence |= one.dependence;
    }
    if (candidates.size() == 1 && candidates[0].range.low == candidates[0].range.high) {
        number = candidates[0].range.low;
        return value;
    }
    return emitter.define(emitter.place(dependence, true), emitter.index_type(), later ? "begin" : "end", value);
}

} // namespace

LoopBounds clipped_bounds(Emitter& emitter, const std::vector<Condition>& conditions, std::int64_t dim,
                          const Range& range) {
    LoopBounds loop;
    Bounds bounds;
    for (const Condition& condition : conditions)
        if (!add_bounds(emitter, dim, condition, bounds)) loop.tests.push_back(condition);
    loop.clipped = !bounds.begins.empty() || !bounds.ends.empty();
    std::optional<std::int64_t> begin, end;
    loop.begin = bound_of(emitter, bounds.begins, range.begin, true, begin);
    loop.end = bound_of(emitter, bounds.ends, range.end, false, end);
    if (begin && end) loop.numbers = Range{*begin, std::max(*begin, *end)};
    return loop;
}

} // namespace hlo2cpp
