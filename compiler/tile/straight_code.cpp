#include "tile/straight_code.h"

#include <algorithm>

namespace hlo2cpp {

using nest::Position;

std::int64_t StraightCode::Array::stride(nest::CounterId loop) const {
    const auto counted = std::ranges::find(fixed, loop, &std::pair<nest::CounterId, std::int64_t>::first);
    return counted == fixed.end() ? 0 : counted->second;
}

void StraightCode::enter_unrolled(nest::CounterId loop) {
    unrolled_.insert(loop);
    copies_ *= rounds_.count(loop);
}

void StraightCode::leave_unrolled(nest::CounterId loop) {
    unrolled_.erase(loop);
    copies_ /= rounds_.count(loop);
}

void StraightCode::add_term(nest::RegistersId registers, const Position& target, const std::vector<Position>& reduced) {
    terms_ += copies_;
    add_values(target, targets_[registers]);
    for (const Position& at : reduced) {
        along_sum_ = along_sum_ || is_counted(at);
        written_out_ = written_out_ || (!is_counted(at) && span(at) > 0);
    }
}

void StraightCode::add_load(ExprId load, const Position& place, double cost, std::int64_t lanes) {
    Array array{.load = load};
    for (const auto& [loop, stride] : place.products)
        if (!is_unrolled(loop)) array.fixed.emplace_back(loop, stride);
    std::ranges::sort(array.fixed);
    Loaded& loaded = loads_[std::move(array)];
    loaded.cost = cost;
    loaded.lanes = lanes;
    add_values(place, loaded.places);
}

void StraightCode::add_addresses(const Position& place, std::int64_t each) {
    Places places;
    add_values(place, places);
    addresses_ += static_cast<double>(places.size()) * static_cast<double>(each);
}

void StraightCode::add(double cycles, std::int64_t instructions) {
    other_cycles_ += cycles * static_cast<double>(copies_);
    other_instructions_ += instructions * copies_;
}

Terms StraightCode::terms(const Target& target, bool scalar) const {
    Terms terms{.count = static_cast<double>(terms_), .loads = addresses_, .scalar = scalar};
    std::size_t fixed = 0;
    double of_fixed = 0;
    for (const auto& [array, loaded] : loads_) {
        terms.loads += loaded.loads();
        if (!loop_.valid() || array.stride(loop_) != 0) continue;
        fixed += loaded.places.size();
        of_fixed += loaded.loads();
    }
    terms.chain = steps();
    const bool held = scalar && are_held(target, static_cast<std::int64_t>(fixed), accumulators());
    if (held) terms.loads -= of_fixed; // they stand in front of the loop
    return terms;
}

std::int64_t StraightCode::accumulators() const {
    std::size_t sum = 0;
    for (const auto& [registers, elements] : targets_) sum += elements.size();
    return static_cast<std::int64_t>(sum);
}

double StraightCode::steps() const {
    const std::int64_t sums = accumulators();
    return sums == 0 ? 0 : static_cast<double>(terms_) / static_cast<double>(sums);
}

std::int64_t StraightCode::instructions() const {
    std::int64_t sum = terms_ + other_instructions_;
    for (const auto& [array, loaded] : loads_) sum += static_cast<std::int64_t>(loaded.places.size());
    return sum;
}

bool StraightCode::is_counted(const Position& position) const {
    return loop_.valid() &&
           std::ranges::find(position.products, loop_, &Position::Product::counter) != position.products.end();
}

bool StraightCode::is_known(const Position& position) const {
    return std::ranges::all_of(position.products,
                               [&](const Position::Product& product) { return is_unrolled(product.counter); });
}

std::int64_t StraightCode::span(const Position& position) const {
    std::int64_t span = 0;
    for (const auto& [loop, stride] : position.products)
        if (is_unrolled(loop)) span += std::abs(stride) * (rounds_.count(loop) - 1);
    return span;
}

// Adds the values that the position has in the copies, as far as unrolled loops tell them apart.
void StraightCode::add_values(const Position& position, Places& values) const {
    std::vector<std::int64_t> all = {position.constant};
    for (const auto& [loop, stride] : position.products) {
        if (!is_unrolled(loop) || stride == 0) continue;
        const std::size_t before = all.size();
        for (std::int64_t i = 1; i < rounds_.count(loop); ++i)
            for (std::size_t k = 0; k < before; ++k) all.push_back(all[k] + i * stride);
    }
    values.insert(all.begin(), all.end());
}

} // namespace hlo2cpp
