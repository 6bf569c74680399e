#include "nest/point.h"

#include <utility>

namespace hlo2cpp::nest {

Point::Point(const Kernel& kernel, const Body& body)
    : space_(&kernel.space), counters_(body.counters.size()),
      dims_(static_cast<std::size_t>(kernel.space.dimensions())) {}

Position Point::value(const Position& position) const {
    Position all = position.constant;
    for (const auto& [counter, coefficient] : position.products)
        all = std::move(all) + times(counters_[counter.index()], coefficient);
    return all;
}

Bounds Point::bounds() const {
    Bounds bounds(*space_);
    for (std::size_t d = 0; d < dims_.size(); ++d)
        if (const Position here = at(d); here.products.empty())
            bounds.limit(static_cast<std::int64_t>(d), only(here.constant));
    return bounds;
}

} // namespace hlo2cpp::nest
