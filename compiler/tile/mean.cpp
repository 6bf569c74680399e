#include "tile/mean.h"

#include <algorithm>
#include <map>

#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

using nest::Position;

// Rounds of the loops that positions count, evenly drawn where these are many.
class Samples {
public:
    Samples(const nest::Rounds& rounds, const std::vector<Position>& positions)
        : positions_(positions), values_(positions.size()) {
        for (const Position& position : positions)
            for (const auto& [loop, stride] : position.products) counts_[loop] = rounds.count(loop);
        most_ = counts_.size() <= 2 ? 64 : counts_.size() <= 4 ? 8 : counts_.size() <= 10 ? 2 : 1;
    }

    // The mean of what visit(values of the positions) returns.
    template <typename Visit>
    double mean(Visit&& visit) {
        double total = 0, samples = 0;
        draw(counts_.begin(), [&] {
            for (std::size_t i = 0; i < positions_.size(); ++i) {
                values_[i] = positions_[i].constant;
                for (const auto& [loop, stride] : positions_[i].products) values_[i] += stride * drawn_[loop];
            }
            total += visit(values_), samples += 1;
        });
        return total / samples;
    }

private:
    using Counts = std::map<nest::CounterId, std::int64_t>;

    template <typename Sample>
    void draw(Counts::const_iterator loop, Sample&& sample) { // as deep as there are loops
        if (loop == counts_.end()) return sample();
        const std::int64_t count = std::max<std::int64_t>(loop->second, 1), samples = std::min(count, most_);
        for (std::int64_t i = 0; i < samples; ++i) {
            drawn_[loop->first] = samples == 1 ? count / 2 : i * (count - 1) / (samples - 1);
            draw(std::next(loop), sample);
        }
    }

    const std::vector<Position>& positions_;
    std::vector<std::int64_t> values_;
    Counts counts_, drawn_; // rounds of each loop, and the one that is drawn
    std::int64_t most_ = 1; // samples of a loop
};

} // namespace

Position value_of(const IndexSpace& space, const nest::Point& point, const Index& index) {
    Position sum = index.constant;
    for (const Index::Product& product : index.products) {
        const Term& term = space[product.term];
        const Position value = term.kind == TermKind::Dimension ? point.at(static_cast<std::size_t>(term.dimension))
                                                                : Position((term.range.begin + term.range.last()) / 2);
        sum = std::move(sum) + times(value, product.coefficient);
    }
    return sum;
}

double mean(const nest::Rounds& rounds, const Position& position) {
    auto value = static_cast<double>(position.constant);
    for (const auto& [loop, stride] : position.products)
        value += static_cast<double>(stride * (rounds.count(loop) - 1)) / 2;
    return value;
}

double mean_rounds(const IndexSpace& space, const nest::Point& point, const nest::Rounds& rounds,
                   const Clipped& clipped) {
    std::vector<Position> dividends;
    for (const std::vector<LoopLimit>* limits : {&clipped.begins, &clipped.ends})
        for (const LoopLimit& limit : *limits) dividends.push_back(value_of(space, point, limit.dividend()));
    return Samples(rounds, dividends).mean([&](const std::vector<std::int64_t>& values) {
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

double share_of(const IndexSpace& space, const nest::Point& point, const nest::Rounds& rounds,
                const std::vector<Condition>& conditions) {
    std::vector<Position> positions;
    for (const Condition& condition : conditions) positions.push_back(value_of(space, point, condition.index));
    return Samples(rounds, positions).mean([&](const std::vector<std::int64_t>& values) {
        for (std::size_t i = 0; i < conditions.size(); ++i)
            if (values[i] < conditions[i].low || values[i] >= conditions[i].high) return 0.0;
        return 1.0;
    });
}

} // namespace hlo2cpp
