#include "read/nnef/value.h"

#include <array>
#include <charconv>

namespace hlo2cpp::nnef {
namespace {

constexpr std::size_t kMostShown = 16; // items

std::string scalar_text(double value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    const std::string text(digits.data(), end.ptr);
    return text.find_first_of(".en") == text.npos ? text + ".0" : text; // "2.0", "1e+30", "nan", "inf"
}

} // namespace

bool equal(const Value& a, const Value& b) {
    if (a.is_integer() && b.is_integer()) return a.integer() == b.integer();
    if (a.is_scalar() && b.is_scalar()) return a.scalar() == b.scalar();
    if (a.is_logical() && b.is_logical()) return a.logical() == b.logical();
    if (a.is_string() && b.is_string()) return a.text() == b.text();
    if (a.is_tensor() && b.is_tensor()) return a.tensor().id() == b.tensor().id();
    if (!a.has_items() || !b.has_items() || a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i)
        if (!equal(a.items()[i], b.items()[i])) return false;
    return true;
}

std::string to_string(const Value& value) {
    if (value.is_integer()) return std::to_string(value.integer());
    if (value.is_scalar()) return scalar_text(value.scalar());
    if (value.is_logical()) return value.logical() ? "true" : "false";
    if (value.is_string()) return "'" + value.text() + "'";
    if (value.is_tensor()) return "a tensor";
    if (!value.has_items()) return "nothing";
    std::string text;
    for (std::size_t i = 0; i < value.items().size() && i < kMostShown; ++i)
        text += (text.empty() ? "" : ",") + to_string(value.items()[i]);
    if (value.items().size() > kMostShown) text += ",...";
    return value.is_array() ? "[" + text + "]" : "(" + text + ")";
}

std::string to_string(const std::vector<std::int64_t>& extents) {
    std::string text;
    for (const std::int64_t extent : extents) text += (text.empty() ? "" : ",") + std::to_string(extent);
    return "[" + text + "]";
}

Type type_of(const Value& literal) {
    if (literal.is_integer()) return Type::primitive(Base::Integer);
    if (literal.is_scalar()) return Type::primitive(Base::Scalar);
    if (literal.is_logical()) return Type::primitive(Base::Logical);
    if (literal.is_string()) return Type::primitive(Base::String);
    if (literal.is_array()) return Type::array(literal.items().empty() ? Type() : type_of(literal.items()[0]));
    std::vector<Type> items;
    if (literal.has_items())
        for (const Value& item : literal.items()) items.push_back(type_of(item));
    return Type::tuple(std::move(items));
}

} // namespace hlo2cpp::nnef
