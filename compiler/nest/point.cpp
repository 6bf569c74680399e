#include "nest/point.h"

#include <utility>

namespace hlo2cpp::nest {

Sum operator+(Sum a, const Sum& b) {
    a.constant += b.constant;
    a.digits.insert(a.digits.end(), b.digits.begin(), b.digits.end());
    return a;
}

Sum scaled(Sum a, std::int64_t factor) {
    a.constant *= factor;
    for (Digit& digit : a.digits) digit.stride *= factor;
    return a;
}

Point::Point(const Kernel& kernel, const Body& body)
    : space_(&kernel.space), counters_(body.counters.size()),
      dims_(static_cast<std::size_t>(kernel.space.dimensions())) {}

Sum Point::sum(const Position& position) const {
    Sum all{position.constant};
    for (const auto& [counter, coefficient] : position.products)
        all = std::move(all) + scaled(counters_[counter.index()], coefficient);
    return all;
}

Bounds Point::bounds() const {
    Bounds bounds(*space_);
    for (std::size_t d = 0; d < dims_.size(); ++d)
        if (const Sum here = at(d); here.digits.empty())
            bounds.limit(static_cast<std::int64_t>(d), only(here.constant));
    return bounds;
}

} // namespace hlo2cpp::nest
