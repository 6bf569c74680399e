#include "program/weights.h"

#include <algorithm>
#include <string_view>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::string_view bytes_of(const Literal& literal) {
    return {static_cast<const char*>(static_cast<const void*>(literal.bytes.data())), literal.bytes.size()};
}

bool same_array(const Literal& a, const Literal& b) {
    return info(a.shape.type).memory_type == info(b.shape.type).memory_type && a.bytes == b.bytes;
}

} // namespace

Weights::Weights(std::size_t most, const Names& avoid, Names& globals) {
    for (std::size_t number = 0; names_.size() < most; ++number) {
        const std::string name = "w" + std::to_string(number);
        if (avoid.taken(name) || globals.taken(name)) continue;
        globals.reserve(name);
        names_.push_back(name);
    }
}

std::size_t Weights::number_of(const LiteralPtr& literal) {
    const std::size_t hash = std::hash<std::string_view>()(bytes_of(*literal));
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto entry = begin; entry != end; ++entry)
        if (same_array(*arrays_[entry->second].literal, *literal)) return entry->second;
    check_internal(arrays_.size() < names_.size(), "more constants are used than there are");
    by_hash_.emplace(hash, arrays_.size());
    arrays_.push_back({.literal = literal, .name = names_[arrays_.size()], .values = {}});
    return arrays_.size() - 1;
}

tree::Expression Weights::array(const LiteralPtr& literal, const std::string& name) {
    check_internal(literal != nullptr, "a constant has no literal");
    auto known = known_.find(literal.get());
    if (known == known_.end()) known = known_.emplace(literal.get(), number_of(literal)).first;
    ConstantArray& array = arrays_[known->second];
    if (std::ranges::find(array.values, name) == array.values.end()) array.values.push_back(name);
    return tree::name(array.name);
}

} // namespace hlo2cpp
