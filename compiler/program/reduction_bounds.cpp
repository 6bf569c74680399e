#include "program/reduction_bounds.h"

#include <algorithm>

#include "program/elements.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// A limit of a loop: floor(sum / divisor) + extra.
struct Limit {
    Index sum;
    std::int64_t divisor = 1;
    std::int64_t extra = 0;
};

struct Limits {
    std::vector<Limit> begins, ends;
};

// low <= c*dim + rest < high, where nothing else depends on the dimension. False where the condition is no bound.
bool add_limits(const Emitter& emitter, std::int64_t dim, const Condition& condition, std::int64_t steps,
                Limits& limits) {
    const IndexSpace& space = emitter.kernel().space;
    const std::int64_t c = space.coefficient(condition.index, dim);
    if (c == 0 || dim >= 63) return false;
    const Index rest = condition.index - space.dimension(dim) * c;
    if ((emitter.dependences().of(rest).dims & dimension_bit(dim)) != 0) return false;
    const Range range = emitter.bounds().range(condition.index);
    const bool low = condition.low > range.begin, high = condition.high < range.end;
    if (c > 0) { // ceil((low - rest) / c), ceil((high - rest) / c)
        if (low) limits.begins.push_back({.sum = Index(condition.low + c - 1) - rest, .divisor = c});
        if (high) limits.ends.push_back({.sum = Index(condition.high + c - 1) - rest, .divisor = c});
    } else { // floor((rest - high) / -c) + 1, floor((rest - low) / -c) + 1
        if (high) limits.begins.push_back({.sum = rest - Index(condition.high), .divisor = -c, .extra = 1});
        if (low) limits.ends.push_back({.sum = rest - Index(condition.low), .divisor = -c, .extra = 1});
    }
    for (std::vector<Limit>* const side : {&limits.begins, &limits.ends})
        for (Limit& limit : *side)
            if (steps > 1) limit = {.sum = (limit.sum + Index(limit.extra)) * steps};
    return true;
}

// One of those whose maximum, or minimum, is the bound.
struct BoundCandidate {
    Range range;
    Expression value;
    Dependence dependence;
};

BoundCandidate candidate(Emitter& emitter, const Limit& limit) {
    const Index place = limit.divisor == 1 ? limit.sum + Index(limit.extra) : limit.sum;
    BoundCandidate made{
        .range = emitter.range(place), .value = emitter.index(place), .dependence = emitter.dependences().of(place)};
    if (limit.divisor == 1) return made;
    // No loop runs below 0, so a negative quotient may be rounded up to 0.
    const bool plain = made.range.begin >= 0 || limit.extra == 0;
    made.value = plain ? tree::binary(tree::Operator::Divide, made.value, tree::integer(limit.divisor))
                       : floor_quotient(emitter.index_element(), made.value, limit.divisor);
    if (limit.extra != 0) made.value = tree::add(made.value, tree::integer(limit.extra));
    made.range = sum(floor_divided(made.range, limit.divisor), only(limit.extra));
    return made;
}

// The maximum of the last one that could be and all limits (`later`), or the minimum; those that never count are left
// out.
Expression limit_of(Emitter& emitter, const std::vector<Limit>& limits, std::int64_t last, bool later,
                    std::optional<std::int64_t>& number) {
    std::vector<BoundCandidate> candidates = {{only(last), {}, {}}};
    for (const Limit& limit : limits) {
        BoundCandidate next = candidate(emitter, limit);
        const auto covers = [&](const BoundCandidate& a, const BoundCandidate& b) {
            return later ? a.range.begin >= b.range.last() : a.range.last() <= b.range.begin;
        };
        if (std::ranges::any_of(candidates, [&](const BoundCandidate& known) { return covers(known, next); })) continue;
        std::erase_if(candidates, [&](const BoundCandidate& known) { return covers(next, known); });
        candidates.push_back(std::move(next));
    }
    Expression value;
    Dependence dependence;
    for (const BoundCandidate& one : candidates) {
        const std::optional<std::int64_t> single = one.range.single();
        const Expression part = single ? tree::integer(*single) : one.value;
        value = value.valid() ? tree::call(later ? "later" : "earlier", emitter.index_element(), {value, part}) : part;
        dependence |= one.dependence;
    }
    if (candidates.size() == 1) number = candidates[0].range.single();
    if (number) return value;
    return emitter.define_once(emitter.place(dependence, true), emitter.index_type(), later ? "begin" : "end", value);
}

} // namespace

LoopBounds clipped_bounds(Emitter& emitter, const std::vector<Condition>& conditions, std::int64_t dim,
                          const Range& range, std::int64_t steps) {
    LoopBounds loop;
    Limits limits;
    for (const Condition& condition : conditions) {
        Limits more;
        if (!add_limits(emitter, dim, condition, steps, more)) loop.tests.push_back(condition);
        limits.begins.insert(limits.begins.end(), more.begins.begin(), more.begins.end());
        limits.ends.insert(limits.ends.end(), more.ends.begin(), more.ends.end());
    }
    loop.clipped = !limits.begins.empty() || !limits.ends.empty();
    std::optional<std::int64_t> begin, end;
    loop.begin = limit_of(emitter, limits.begins, range.begin * steps, true, begin);
    loop.end = limit_of(emitter, limits.ends, range.end * steps, false, end);
    if (begin && end) loop.numbers = Range{*begin, std::max(*begin, *end)};
    return loop;
}

LoopBounds open_blocks(Emitter& emitter, const Range& steps, std::int64_t block) {
    Blocks& blocks = emitter.blocks();
    LoopBounds one{.begin = tree::integer(steps.begin), .end = tree::integer(steps.end), .numbers = {}, .tests = {}};
    check_internal(steps.begin == 0 || block >= steps.size(), "blocks that do not start at the first step");
    if (block >= steps.size()) {
        blocks.open_plain();
        return one;
    }
    const std::string name = emitter.names().unique("block");
    const auto define = [&](const char* wanted, const Expression& value) {
        return emitter.define(blocks.top(), emitter.index_type(), wanted, value);
    };
    blocks.open_loop({.type = emitter.index_type(),
                      .name = name,
                      .begin = tree::integer(0),
                      .end = tree::integer((steps.end + block - 1) / block)});
    one.begin = define("begin", tree::multiply(tree::name(name), tree::integer(block)));
    Expression size = tree::integer(block); // of the last one, what is left
    if (steps.end % block != 0)
        size = tree::call("earlier", emitter.index_element(), {size, tree::subtract(one.end, one.begin)});
    one.end = define("end", tree::add(one.begin, size));
    return one;
}

} // namespace hlo2cpp
