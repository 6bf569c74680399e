#include "read/stablehlo/structure.h"

#include <algorithm>
#include <cstring>

namespace hlo2cpp::stablehlo {
namespace {

bool equal_items(const std::vector<TypePtr>& a, const std::vector<TypePtr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const TypePtr& x, const TypePtr& y) { return x == y || *x == *y; });
}

auto position_of(auto& entries, std::string_view name) {
    return std::lower_bound(entries.begin(), entries.end(), name,
                            [](const NamedAttribute& entry, std::string_view wanted) { return entry.name < wanted; });
}

} // namespace

bool operator==(const Type& a, const Type& b) {
    const bool same_quantization =
        a.quantization == b.quantization || (a.quantization && b.quantization && *a.quantization == *b.quantization);
    return a.kind == b.kind && a.element == b.element && a.is_index == b.is_index && a.dims == b.dims &&
           a.bounds == b.bounds && same_quantization && a.parameters == b.parameters && a.text == b.text &&
           equal_items(a.items, b.items);
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

void Dictionary::erase(std::string_view name) {
    const auto at = position_of(entries_, name);
    if (at != entries_.end() && at->name == name) entries_.erase(at);
}

} // namespace hlo2cpp::stablehlo
