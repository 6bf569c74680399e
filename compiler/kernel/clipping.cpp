#include "kernel/clipping.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

class Clipper {
public:
    Clipper(const Kernel& kernel, const Bounds& bounds, const Dependences& dependences, const Bounds& point,
            std::int64_t dim, std::int64_t steps)
        : kernel_(kernel), bounds_(bounds), dependences_(dependences), point_(point), dim_(dim), steps_(steps) {}

    // Adds low <= c*dim + rest < high as a bound if only c*dim depends on the dimension; else returns false.
    bool add(const Condition& condition) {
        const std::int64_t c = kernel_.space.coefficient(condition.index, dim_);
        if (c == 0 || dim_ >= 63) return false;
        const Index rest = condition.index - kernel_.space.dimension(dim_) * c;
        if ((dependences_.of(rest).dims & dimension_bit(dim_)) != 0) return false;
        const Range range = bounds_.range(condition.index);
        const bool low = condition.low > range.begin, high = condition.high < range.end;
        if (c > 0) { // ceil((low - rest) / c), ceil((high - rest) / c)
            if (low) add_limit(begins_, {.sum = Index(condition.low + c - 1) - rest, .divisor = c});
            if (high) add_limit(ends_, {.sum = Index(condition.high + c - 1) - rest, .divisor = c});
        } else { // floor((rest - high) / -c) + 1, floor((rest - low) / -c) + 1
            if (high) add_limit(begins_, {.sum = rest - Index(condition.high), .divisor = -c, .extra = 1});
            if (low) add_limit(ends_, {.sum = rest - Index(condition.low), .divisor = -c, .extra = 1});
        }
        return true;
    }

    bool clips() const { return !begins_.empty() || !ends_.empty(); }
    std::vector<LoopLimit> begins(std::int64_t first) const { return those_that_count(begins_, first * steps_, true); }
    std::vector<LoopLimit> ends(std::int64_t last) const { return those_that_count(ends_, last * steps_, false); }

private:
    void add_limit(std::vector<LoopLimit>& side, LoopLimit limit) const {
        if (steps_ > 1) limit = {.sum = (limit.sum + Index(limit.extra)) * steps_};
        limit.range = point_.range(limit.dividend());
        if (limit.divisor > 1) limit.range = sum(floor_divided(limit.range, limit.divisor), only(limit.extra));
        side.push_back(std::move(limit));
    }

    // True if a is never below b.
    bool reaches(const LoopLimit& a, const LoopLimit& b) const {
        if (a.range.begin >= b.range.last()) return true;
        const bool alike = a.divisor == b.divisor && (a.divisor == 1 || a.extra == b.extra);
        return alike && point_.range(a.dividend() - b.dividend()).begin >= 0;
    }

    std::vector<LoopLimit> those_that_count(const std::vector<LoopLimit>& limits, std::int64_t last, bool later) const {
        std::vector<LoopLimit> counting = {{.sum = last, .range = only(last)}};
        const auto covers = [&](const LoopLimit& a, const LoopLimit& b) {
            return later ? reaches(a, b) : reaches(b, a);
        };
        for (const LoopLimit& next : limits) {
            if (std::ranges::any_of(counting, [&](const LoopLimit& known) { return covers(known, next); })) continue;
            std::erase_if(counting, [&](const LoopLimit& known) { return covers(next, known); });
            counting.push_back(next);
        }
        return counting;
    }

    const Kernel& kernel_;
    const Bounds& bounds_;
    const Dependences& dependences_;
    const Bounds& point_;
    const std::int64_t dim_, steps_;
    std::vector<LoopLimit> begins_, ends_;
};

std::optional<std::int64_t> number_of(const std::vector<LoopLimit>& limits) {
    return limits.size() == 1 ? limits[0].number() : std::nullopt;
}

} // namespace

std::optional<Range> Clipped::numbers() const {
    const std::optional<std::int64_t> begin = number_of(begins), end = number_of(ends);
    if (!begin || !end) return std::nullopt;
    return Range{*begin, std::max(*begin, *end)};
}

Clipped clipped_range(const Kernel& kernel, const Bounds& bounds, const Dependences& dependences, const Bounds& point,
                      const std::vector<Condition>& conditions, std::int64_t dim, const Range& range,
                      std::int64_t steps) {
    Clipper clipper(kernel, bounds, dependences, point, dim, steps);
    Clipped clipped;
    for (const Condition& condition : conditions)
        if (!clipper.add(condition)) clipped.tests.push_back(condition);
    clipped.begins = clipper.begins(range.begin);
    clipped.ends = clipper.ends(range.end);
    clipped.clipped = clipper.clips();
    return clipped;
}

} // namespace hlo2cpp
