#include "kernel/checked_index.h"

#include <algorithm>

#include "support/range.h"

namespace hlo2cpp {
namespace {

bool fits_after(const Index& index, std::int64_t factor) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 40;
    return std::abs(far_product(index.constant, factor)) < kFar &&
           std::ranges::all_of(index.products, [&](const Index::Product& product) {
               return std::abs(far_product(product.coefficient, factor)) < kLargest;
           });
}

} // namespace

std::optional<Index> checked_sum(const Index& a, const Index& b, std::int64_t factor) {
    if (!fits_after(a, 1) || !fits_after(b, factor)) return std::nullopt;
    Index sum = a + b * factor;
    return fits_after(sum, 1) ? std::optional(std::move(sum)) : std::nullopt;
}

std::int64_t coefficient(const Index& index, TermId term) {
    const auto found = std::ranges::find(index.products, term, &Index::Product::term);
    return found == index.products.end() ? 0 : found->coefficient;
}

} // namespace hlo2cpp
