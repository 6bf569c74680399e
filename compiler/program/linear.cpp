#include "program/linear.h"

#include <algorithm>

#include "support/checked.h"

namespace hlo2cpp {

std::int64_t Linear::coefficient(Unknown unknown) const {
    const auto found = std::ranges::lower_bound(terms, unknown, {}, [](const auto& term) { return term.first; });
    return found != terms.end() && found->first == unknown ? found->second : 0;
}

Linear combined(const Linear& a, std::int64_t m, const Linear& b, std::int64_t n) {
    Linear result;
    result.exact = a.exact && b.exact;
    const auto number = [&](std::int64_t x, std::int64_t y) {
        const auto left = checked_multiply(x, m), right = checked_multiply(y, n);
        const auto both = left && right ? checked_add(*left, *right) : std::nullopt;
        result.exact = result.exact && both && *both > -kFar && *both < kFar;
        return both.value_or(0);
    };
    result.constant = number(a.constant, b.constant);
    result.terms.reserve(a.terms.size() + b.terms.size());
    auto left = a.terms.begin(), right = b.terms.begin();
    while (left != a.terms.end() || right != b.terms.end()) {
        const bool from_left = right == b.terms.end() || (left != a.terms.end() && left->first <= right->first);
        const bool from_right = left == a.terms.end() || (right != b.terms.end() && right->first <= left->first);
        const Unknown unknown = from_left ? left->first : right->first;
        const std::int64_t coefficient = number(from_left ? left->second : 0, from_right ? right->second : 0);
        if (coefficient != 0) result.terms.emplace_back(unknown, coefficient);
        if (from_left) ++left;
        if (from_right) ++right;
    }
    return result;
}

Linear operator+(const Linear& a, const Linear& b) {
    return combined(a, 1, b, 1);
}

Linear operator-(const Linear& a, const Linear& b) {
    return combined(a, 1, b, -1);
}

Linear operator*(const Linear& a, std::int64_t factor) {
    return combined(a, factor, Linear(), 0);
}

} // namespace hlo2cpp
