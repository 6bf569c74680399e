#include "read/stablehlo/structure.h"

#include <algorithm>

#include "support/checked.h"

namespace hlo2cpp::stablehlo {
namespace {

bool equal_items(const std::vector<TypePtr>& a, const std::vector<TypePtr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const TypePtr& x, const TypePtr& y) { return x == y || *x == *y; });
}

auto position_of(auto& entries, std::string_view name) {
    return std::lower_bound(
        entries.begin(), entries.end(), name,
        [](const NamedAttribute& entry, std::string_view wanted) { return entry.name.compare(wanted) < 0; });
}

} // namespace

bool operator==(const Type& a, const Type& b) {
    const bool same_quantization =
        a.quantization == b.quantization || (a.quantization && b.quantization && *a.quantization == *b.quantization);
    return a.kind == b.kind && a.element == b.element && a.is_index == b.is_index && a.dims == b.dims &&
           a.bounds == b.bounds && same_quantization && a.parameters == b.parameters && a.text == b.text &&
           equal_items(a.items, b.items);
}

std::optional<std::int64_t> element_count(const Type& tensor) {
    std::optional<std::int64_t> count = 1;
    bool is_empty_tensor = false;
    for (const std::int64_t size : tensor.dims) {
        if (size < 0) return std::nullopt;
        is_empty_tensor = is_empty_tensor || size == 0;
        if (count && size != 0) count = checked_multiply(*count, size);
    }
    if (!count || !checked_multiply(*count, byte_size(tensor.element))) return std::nullopt;
    return is_empty_tensor ? 0 : count;
}

TypePtr scalar_type(ElementType element) {
    return std::make_shared<const Type>(Type{.kind = TypeKind::Scalar, .element = element});
}

TypePtr tensor_type(ElementType element, std::vector<std::int64_t> dims) {
    return std::make_shared<const Type>(Type{.kind = TypeKind::Tensor, .element = element, .dims = std::move(dims)});
}

const Attribute* Dictionary::find(std::string_view name) const {
    const auto at = position_of(entries_, name);
    return at == entries_.end() || at->name != name ? nullptr : &at->value;
}

void Dictionary::set(std::string_view name, Attribute value) {
    const auto at = position_of(entries_, name);
    if (at == entries_.end() || at->name != name)
        entries_.insert(at, {std::string(name), std::move(value)});
    else
        at->value = std::move(value);
}

void Dictionary::merge(Dictionary other) {
    if (entries_.empty()) {
        *this = std::move(other);
        return;
    }
    // The others come first, so that of entries of one name theirs are kept.
    other.entries_.insert(other.entries_.end(), std::make_move_iterator(entries_.begin()),
                          std::make_move_iterator(entries_.end()));
    entries_ = std::move(other.entries_);
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const NamedAttribute& a, const NamedAttribute& b) { return a.name < b.name; });
    const auto end = std::unique(entries_.begin(), entries_.end(),
                                 [](const NamedAttribute& a, const NamedAttribute& b) { return a.name == b.name; });
    entries_.erase(end, entries_.end());
}

void Dictionary::erase(std::string_view name) {
    const auto at = position_of(entries_, name);
    if (at != entries_.end() && at->name == name) entries_.erase(at);
}

} // namespace hlo2cpp::stablehlo
