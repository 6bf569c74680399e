// Indices by brute force: their values at points, straight from what each term means.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernel/index.h"

namespace hlo2cpp {

using Point = std::vector<std::int64_t>; // one number a dimension
using DynamicValues = std::function<std::int64_t(ExprId)>;

// The floor of a / n as mathematics has it, for n > 0.
inline std::int64_t floor_of(std::int64_t a, std::int64_t n) {
    std::int64_t quotient = a / n;
    while (quotient * n > a) --quotient;
    return quotient;
}

// The value of an index at a point of its dimensions; bounded recursion, since the tests' terms are few.
inline std::int64_t value_at(const IndexSpace& space, const Index& index, const Point& point,
                             const DynamicValues& dynamic = {}) {
    std::int64_t sum = index.constant;
    for (const Index::Product& product : index.products) {
        const Term& term = space[product.term];
        std::int64_t value = 0;
        switch (term.kind) {
        case TermKind::Dimension: value = point[static_cast<std::size_t>(term.dimension)]; break;
        case TermKind::FloorDivide:
            value = floor_of(value_at(space, term.argument, point, dynamic), term.divisor);
            break;
        case TermKind::Modulo:
            value = value_at(space, term.argument, point, dynamic);
            value -= floor_of(value, term.divisor) * term.divisor;
            break;
        case TermKind::Variable: value = term.range.begin; break; // the first round
        case TermKind::Dynamic: value = std::clamp(dynamic(term.value), term.range.begin, term.range.last()); break;
        }
        sum += product.coefficient * value;
    }
    return sum;
}

// Calls visit(point) for all points of the sizes, in row-major order.
template <typename Visit>
void for_all_points(const std::vector<std::int64_t>& sizes, Visit&& visit) {
    for (const std::int64_t size : sizes)
        if (size == 0) return;
    Point point(sizes.size(), 0);
    for (;;) {
        visit(point);
        std::size_t d = sizes.size();
        while (d > 0 && ++point[d - 1] == sizes[d - 1]) point[--d] = 0;
        if (d == 0) return;
    }
}

} // namespace hlo2cpp
