// The points at which a statement runs, as boxes, while loops around it are followed symbolically.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "nest/point.h"

namespace hlo2cpp::nest {

// Points of all dimensions, those of the reduction behind the parallel ones.
using Box = std::vector<Range>;

class Boxes {
public:
    static constexpr std::size_t kMost = 4000; // beyond, nothing is proved

    Boxes(const Kernel& kernel, const Body& body, const Rounds& rounds)
        : kernel_(kernel), body_(body), rounds_(rounds) {}

    // The points, `more` of some dimensions counted from them, in each round of the `loops`. Faults leave nothing.
    std::vector<Box> of(const Point& point, const std::map<std::size_t, Position>& more,
                        const std::vector<CounterId>& loops);
    const std::string& fault() const { return fault_; } // empty: none
    bool too_many() const { return too_many_; }

private:
    void fail(const std::string& fault);
    std::vector<Range> ranges_of(std::size_t d, Position all);
    std::vector<Box> spread_joined(std::vector<Box> boxes);
    void add_lines(const Box& box, std::size_t d, std::int64_t size, std::vector<Box>& lines);
    // True if every load of the two dimensions reads one line of memory, and nothing else tells their points apart.
    bool is_one_walk(std::int64_t outer, std::int64_t inner, std::int64_t size) const;
    bool is_linear(const Index& index, std::int64_t dim) const;

    const Kernel& kernel_;
    const Body& body_;
    const Rounds& rounds_;
    std::string fault_;
    bool too_many_ = false;
};

} // namespace hlo2cpp::nest
