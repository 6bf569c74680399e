#include "tile/straight_code.h"

#include <algorithm>

namespace hlo2cpp {

using nest::Digit;
using nest::Sum;

void StraightCode::enter_unrolled(std::int64_t loop, std::int64_t rounds) {
    unrolled_.insert(loop);
    copies_ *= rounds;
}

void StraightCode::leave_unrolled(std::int64_t loop, std::int64_t rounds) {
    unrolled_.erase(loop);
    copies_ /= rounds;
}

void StraightCode::add_term(nest::RegistersId registers, const Sum& target) {
    terms_ += copies_;
    add_values(target, targets_[registers]);
}

void StraightCode::add_load(ExprId load, const Sum& place, double cost) {
    Array array{.load = load};
    for (const Digit& digit : place.digits)
        if (!is_unrolled(digit)) array.fixed.emplace_back(digit.loop, digit.stride);
    std::ranges::sort(array.fixed);
    Loaded& loaded = loads_[std::move(array)];
    loaded.cost = cost;
    add_values(place, loaded.places);
}

void StraightCode::add_addresses(const Sum& place, std::int64_t each) {
    Places places;
    add_values(place, places);
    addresses_ += static_cast<double>(places.size()) * static_cast<double>(each);
}

void StraightCode::add(double cycles, std::int64_t instructions) {
    other_cycles_ += cycles * static_cast<double>(copies_);
    other_instructions_ += instructions * copies_;
}

Terms StraightCode::terms() const {
    Terms terms{.count = static_cast<double>(terms_), .loads = addresses_};
    for (const auto& [array, loaded] : loads_) terms.loads += static_cast<double>(loaded.places.size()) * loaded.cost;
    std::size_t targets = 0;
    for (const auto& [registers, elements] : targets_) targets += elements.size();
    terms.chain = targets == 0 ? 0 : terms.count / static_cast<double>(targets);
    return terms;
}

std::int64_t StraightCode::instructions() const {
    std::int64_t sum = terms_ + other_instructions_;
    for (const auto& [array, loaded] : loads_) sum += static_cast<std::int64_t>(loaded.places.size());
    return sum;
}

std::int64_t StraightCode::span(const Sum& sum) const {
    std::int64_t span = 0;
    for (const Digit& digit : sum.digits)
        if (is_unrolled(digit)) span += std::abs(digit.stride) * (digit.count - 1);
    return span;
}

// Adds the values that the sum has in the copies, as far as unrolled loops tell them apart.
void StraightCode::add_values(const Sum& sum, Places& values) const {
    std::vector<std::int64_t> all = {sum.constant};
    for (const Digit& digit : sum.digits) {
        if (!is_unrolled(digit) || digit.stride == 0) continue;
        const std::size_t before = all.size();
        for (std::int64_t i = 1; i < digit.count; ++i)
            for (std::size_t k = 0; k < before; ++k) all.push_back(all[k] + i * digit.stride);
    }
    values.insert(all.begin(), all.end());
}

} // namespace hlo2cpp
