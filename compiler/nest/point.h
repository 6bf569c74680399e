// Points of a nest while its loops are followed symbolically: sums of what loops count.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/bounds.h"
#include "nest/statement.h"

namespace hlo2cpp::nest {

// The rounds of the loops that are followed. Each time a loop is followed, another counter counts its rounds from 0 on;
// positions of these counters are the values of the body's own.
class Rounds {
public:
    // The values 0, step, ..., step * (count - 1) of a loop that is followed from here on.
    Position over(std::int64_t count, std::int64_t step = 1) {
        counts_.push_back(count);
        return {CounterId(counts_.size() - 1), step};
    }
    std::int64_t count(CounterId loop) const { return counts_[loop.index()]; }

private:
    std::vector<std::int64_t> counts_;
};

// The values of the counters and of the kernel's dimensions, as positions of rounds.
class Point {
public:
    Point(const Kernel& kernel, const Body& body);

    void count(CounterId counter, Position value) { counters_[counter.index()] = std::move(value); }
    void bind(const Bind& bind) { dims_[static_cast<std::size_t>(bind.dim)] = {value(bind.at), {}}; }
    void bind(const Inside& inside) { dims_[static_cast<std::size_t>(inside.dim)].inside = value(inside.at); }

    Position value(const Position& position) const;
    Position at(std::size_t dim) const { return dims_[dim].base + dims_[dim].inside; }
    // Distance from the first point of the tile.
    const Position& inside(std::size_t dim) const { return dims_[dim].inside; }
    std::size_t dims() const { return dims_.size(); }
    // Bounds of indices at the point, as far as its dimensions are numbers.
    Bounds bounds() const;

private:
    // The first point of a tile, and the distance from it.
    struct At {
        Position base, inside;
    };

    const IndexSpace* space_;
    std::vector<Position> counters_;
    std::vector<At> dims_;
};

} // namespace hlo2cpp::nest
