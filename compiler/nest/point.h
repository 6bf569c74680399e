// Points of a nest while its loops are followed symbolically: sums of what loops count.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/bounds.h"
#include "nest/statement.h"

namespace hlo2cpp::nest {

// Values stride * 0, stride * 1, ..., stride * (count - 1) of a loop.
struct Digit {
    std::int64_t loop = 0, stride = 1, count = 1;
};
struct Sum {
    std::int64_t constant = 0;
    std::vector<Digit> digits = {};
};
Sum operator+(Sum a, const Sum& b);
Sum scaled(Sum a, std::int64_t factor);

// The values of the counters and of the kernel's dimensions.
class Point {
public:
    Point(const Kernel& kernel, const Body& body);

    void count(CounterId counter, Sum value) { counters_[counter.index()] = std::move(value); }
    void bind(const Bind& bind) { dims_[static_cast<std::size_t>(bind.dim)] = {sum(bind.at), {}}; }
    void bind(const Inside& inside) { dims_[static_cast<std::size_t>(inside.dim)].inside = sum(inside.at); }

    Sum sum(const Position& position) const;
    Sum at(std::size_t dim) const { return dims_[dim].base + dims_[dim].inside; }
    // Distance from the first point of the tile.
    const Sum& inside(std::size_t dim) const { return dims_[dim].inside; }
    std::size_t dims() const { return dims_.size(); }
    // Bounds of indices at the point, as far as its dimensions are numbers.
    Bounds bounds() const;

private:
    // The first point of a tile, and the distance from it.
    struct At {
        Sum base, inside;
    };

    const IndexSpace* space_;
    std::vector<Sum> counters_;
    std::vector<At> dims_;
};

} // namespace hlo2cpp::nest
