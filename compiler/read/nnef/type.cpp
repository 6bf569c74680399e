#include "read/nnef/type.h"

#include <algorithm>

namespace hlo2cpp::nnef {

bool Type::has_tensors() const {
    return kind == Kind::Tensor || std::ranges::any_of(items, [](const Type& item) { return item.has_tensors(); });
}

bool Type::is_generic() const {
    return base == Base::Generic || std::ranges::any_of(items, [](const Type& item) { return item.is_generic(); });
}

std::string to_string(Base base) {
    switch (base) {
    case Base::Integer: return "integer";
    case Base::Scalar: return "scalar";
    case Base::Logical: return "logical";
    case Base::String: return "string";
    case Base::Generic: return "?";
    case Base::Any: return "";
    }
    return "";
}

std::string to_string(const Type& type) {
    switch (type.kind) {
    case Type::Kind::Primitive: return to_string(type.base);
    case Type::Kind::Tensor: return "tensor<" + to_string(type.base) + ">";
    case Type::Kind::Array: return to_string(type.items[0]) + "[]";
    case Type::Kind::Unknown: return "";
    case Type::Kind::Tuple: break;
    }
    std::string text;
    for (const Type& item : type.items) text += (text.empty() ? "" : ",") + to_string(item);
    return "(" + text + ")";
}

bool serves(const Type& from, const Type& as) {
    using Kind = Type::Kind;
    if (from.kind == Kind::Unknown) return true;
    const bool same_base = from.base == as.base;
    if (as.kind == Kind::Tensor)
        return (from.kind == Kind::Tensor || (from.kind == Kind::Primitive && from.base != Base::String)) &&
               (same_base || as.base == Base::Any);
    if (from.kind != as.kind || !same_base || from.items.size() != as.items.size()) return false;
    for (std::size_t i = 0; i < from.items.size(); ++i)
        if (!serves(from.items[i], as.items[i])) return false;
    return true;
}

std::optional<Type> common_type(const Type& a, const Type& b) {
    if (serves(a, b)) return b;
    if (serves(b, a)) return a;
    return {};
}

Type bound(const Type& type, Base base) {
    Type result = type;
    if (result.base == Base::Generic) result.base = base;
    for (Type& item : result.items) item = bound(item, base);
    return result;
}

std::optional<Base> deduced(const Type& parameter, const Type& argument) {
    if (parameter.base == Base::Generic) {
        const bool says = argument.kind == Type::Kind::Tensor || argument.kind == Type::Kind::Primitive;
        return says ? std::optional(argument.base) : std::nullopt;
    }
    if (parameter.kind != argument.kind || parameter.items.size() != argument.items.size()) return {};
    for (std::size_t i = 0; i < parameter.items.size(); ++i)
        if (const std::optional<Base> base = deduced(parameter.items[i], argument.items[i])) return base;
    return {};
}

} // namespace hlo2cpp::nnef
