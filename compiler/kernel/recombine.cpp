// n * (x / n) + x % n = x. The remainder may be written of another index than the quotient, which leaves the same:
// 5 * (x % 7) + y and 5 * x + y do by 7.
#include <algorithm>
#include <limits>
#include <optional>

#include "kernel/index.h"

namespace hlo2cpp {
namespace {

// An index that leaves the same as the index, with coefficients below the divisor.
Index small_coefficients(Index index, std::int64_t divisor) {
    for (Index::Product& product : index.products) product.coefficient %= divisor;
    std::erase_if(index.products, [](const Index::Product& product) { return product.coefficient == 0; });
    index.constant %= divisor;
    return index;
}

// True if two indices leave the same by the divisor, as far as their coefficients tell.
bool leave_the_same(const IndexSpace& space, const Index& a, const Index& b, std::int64_t divisor) {
    if (divisor > std::numeric_limits<std::int32_t>::max()) return false; // products of coefficients might not fit
    const Index difference = small_coefficients(a - b, divisor);
    Index left = difference;
    for (const Index::Product& product : difference.products) {
        const Term& term = space[product.term];
        if (term.kind != TermKind::Modulo || product.coefficient * (term.divisor % divisor) % divisor != 0) continue;
        Index remainder;
        remainder.products = {product};
        left = left - remainder + small_coefficients(term.argument, divisor) * product.coefficient;
    }
    return small_coefficients(left, divisor) == Index();
}

// The product in the sum that is the quotient to a remainder in it.
std::optional<Index::Product> find_quotient(const IndexSpace& space, const Index& sum, const Index::Product& product) {
    const Term& remainder = space[product.term];
    const auto found = std::ranges::find_if(sum.products, [&](const Index::Product& other) {
        const Term& term = space[other.term];
        return term.kind == TermKind::FloorDivide && term.divisor == remainder.divisor &&
               other.coefficient == product.coefficient * term.divisor &&
               leave_the_same(space, term.argument, remainder.argument, term.divisor);
    });
    return found == sum.products.end() ? std::nullopt : std::optional(*found);
}

Index sum_of_one(const Index::Product& product) {
    Index sum;
    sum.products = {product};
    return sum;
}

// The sum without the remainder that is a product in it, if it holds the quotient, too.
std::optional<Index> without_remainder(IndexSpace& space, const Index& sum, const Index::Product& product) {
    const Term term = space[product.term];
    const Index quotient = space.floor_divide(term.argument, term.divisor) * (product.coefficient * term.divisor);
    const Index rest = sum - quotient;
    const auto is_in_rest = [&](const Index::Product& q) {
        return std::ranges::find(rest.products, q.term, &Index::Product::term) != rest.products.end();
    };
    // The quotient is in the sum if taking it away leaves none of its terms.
    if (!quotient.is_constant() && std::ranges::none_of(quotient.products, is_in_rest))
        return rest - sum_of_one(product) + term.argument * product.coefficient;
    if (const auto other = find_quotient(space, sum, product))
        return sum - sum_of_one(*other) - sum_of_one(product) + space[other->term].argument * product.coefficient;
    return std::nullopt;
}

} // namespace

Index IndexSpace::recombine(Index index) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const Index::Product& product : index.products) {
            if (terms_[product.term.index()].kind != TermKind::Modulo) continue;
            std::optional<Index> shorter = without_remainder(*this, index, product);
            if (!shorter) continue;
            index = std::move(*shorter);
            changed = true;
            break;
        }
    }
    return index;
}

} // namespace hlo2cpp
