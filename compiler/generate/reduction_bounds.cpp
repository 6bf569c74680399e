#include "generate/reduction_bounds.h"

#include "generate/affine_text.h"
#include "generate/numbers.h"

namespace hlo2cpp {
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

// The text of max(limit, all bounds), or min.
std::string text_of(Emitter& emitter, const std::vector<Bound>& bounds, std::int64_t limit, const char* helper, const char* wanted) {
    std::string text = integer_literal(limit);
    Dependence dependence;
    for (const Bound& bound : bounds) {
        Index sum = bound.sum;
        if (bound.divisor == 1) sum = sum + Index(bound.extra);
        std::string value = emitter.index(sum);
        if (bound.divisor > 1) {
            value = "floor_divide" + std::string(emitter.index_suffix()) + "(" + value + ", " + integer_literal(bound.divisor) + ")";
            if (bound.extra != 0) value += " + " + integer_literal(bound.extra);
        }
        text = helper + std::string(emitter.index_suffix()) + "(" + text + ", " + value + ")";
        dependence |= emitter.facts().of(sum);
    }
    if (bounds.empty()) return text;
    return emitter.define(emitter.place(dependence, true), emitter.index_type(), wanted, text);
}

} // namespace

LoopBounds clipped_bounds(Emitter& emitter, const std::vector<Condition>& conditions, std::int64_t dim, const Range& range) {
    LoopBounds loop;
    Bounds bounds;
    for (const Condition& condition : conditions)
        if (!add_bounds(emitter, dim, condition, bounds)) loop.tests.push_back(condition);
    loop.clipped = !bounds.begins.empty() || !bounds.ends.empty();
    loop.begin = text_of(emitter, bounds.begins, range.begin, "later", "begin");
    loop.end = text_of(emitter, bounds.ends, range.end, "earlier", "end");
    return loop;
}

} // namespace hlo2cpp
