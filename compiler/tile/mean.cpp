#include "tile/mean.h"

#include <algorithm>
#include <map>

#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

using nest::Sum;

// Calls visit(values of the sums) for rounds of the loops that they count, evenly drawn where these are many, and gives
// the mean of what it returns.
template <typename Visit>
double mean_over(const std::vector<Sum>& sums, Visit&& visit) {
    constexpr std::int64_t kMostSamples = 64;    // of one loop; of several together about its square
    std::map<std::int64_t, std::int64_t> counts; // rounds, by loop
    for (const Sum& sum : sums)
        for (const nest::Digit& digit : sum.digits) counts[digit.loop] = digit.count;
    const std::int64_t most = counts.size() <= 2 ? kMostSamples : counts.size() <= 4 ? 8 : 2;
    std::map<std::int64_t, std::int64_t> rounds; // sampled, by loop
    std::vector<std::int64_t> values(sums.size());
    double total = 0, samples = 0;
    const auto sample = [&] {
        for (std::size_t i = 0; i < sums.size(); ++i) {
            values[i] = sums[i].constant;
            for (const nest::Digit& digit : sums[i].digits) values[i] += digit.stride * rounds[digit.loop];
        }
        total += visit(values), samples += 1;
    };
    const auto next = [&](const auto& self, auto loop) -> void {
        if (loop == counts.end()) return sample();
        const std::int64_t count = std::max<std::int64_t>(loop->second, 1), drawn = std::min(count, most);
        for (std::int64_t i = 0; i < drawn; ++i) {
            rounds[loop->first] = drawn == 1 ? 0 : i * (count - 1) / (drawn - 1);
            self(self, std::next(loop));
        }
    };
    next(next, counts.begin());
    return total / samples;
}

} // namespace

nest::Sum sum_of(const IndexSpace& space, const nest::Point& point, const Index& index) {
    Sum sum{index.constant};
    for (const Index::Product& product : index.products) {
        const Term& term = space[product.term];
        const Sum value = term.kind == TermKind::Dimension ? point.at(static_cast<std::size_t>(term.dimension))
                                                           : Sum{(term.range.begin + term.range.last()) / 2};
        sum = std::move(sum) + scaled(value, product.coefficient);
    }
    return sum;
}

double mean(const Sum& sum) {
    auto value = static_cast<double>(sum.constant);
    for (const nest::Digit& digit : sum.digits) value += static_cast<double>(digit.stride * (digit.count - 1)) / 2;
    return value;
}

double mean_rounds(const IndexSpace& space, const nest::Point& point, const Clipped& clipped) {
    std::vector<Sum> sums;
    for (const std::vector<LoopLimit>* limits : {&clipped.begins, &clipped.ends})
        for (const LoopLimit& limit : *limits) sums.push_back(sum_of(space, point, limit.dividend()));
    return mean_over(sums, [&](const std::vector<std::int64_t>& values) {
        const auto value = [&](const LoopLimit& limit, std::size_t i) {
            if (limit.number()) return *limit.number();
            return limit.divisor == 1 ? values[i] : floor_divide(values[i], limit.divisor) + limit.extra;
        };
        std::int64_t begin = -kFar, end = kFar;
        std::size_t i = 0;
        for (const LoopLimit& limit : clipped.begins) begin = std::max(begin, value(limit, i++));
        for (const LoopLimit& limit : clipped.ends) end = std::min(end, value(limit, i++));
        return static_cast<double>(std::max<std::int64_t>(end - begin, 0));
    });
}

double share_of(const IndexSpace& space, const nest::Point& point, const std::vector<Condition>& conditions) {
    std::vector<Sum> sums;
    for (const Condition& condition : conditions) sums.push_back(sum_of(space, point, condition.index));
    return mean_over(sums, [&](const std::vector<std::int64_t>& values) {
        for (std::size_t i = 0; i < conditions.size(); ++i)
            if (values[i] < conditions[i].low || values[i] >= conditions[i].high) return 0.0;
        return 1.0;
    });
}

} // namespace hlo2cpp
