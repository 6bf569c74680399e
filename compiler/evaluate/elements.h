// The elements of an array in row-major order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlo2cpp {

// A vector that is indexed by std::int64_t, as everything is that counts elements.
template <typename Number>
class Elements {
public:
    using Scalar = Number;

    Elements() = default;
    explicit Elements(std::int64_t size) : values_(static_cast<std::size_t>(size)) {} // zeros

    std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }
    Number& operator()(std::int64_t i) { return values_[static_cast<std::size_t>(i)]; }
    const Number& operator()(std::int64_t i) const { return values_[static_cast<std::size_t>(i)]; }
    Number* data() { return values_.data(); }
    const Number* data() const { return values_.data(); }
    auto begin() { return values_.begin(); }
    auto end() { return values_.end(); }
    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }

private:
    std::vector<Number> values_;
};

} // namespace hlo2cpp
