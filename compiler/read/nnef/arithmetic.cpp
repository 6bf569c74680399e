#include "read/nnef/arithmetic.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp::nnef {
namespace {

constexpr std::int64_t kMostItems = 1'000'000; // of an array, or characters of a string, made by + and *

std::int64_t checked(std::optional<std::int64_t> value, const std::string& op) {
    if (!value) throw InputError("the result of " + op + " does not fit 64 bits");
    return *value;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    std::int64_t result = 1;
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    for (std::int64_t i = 0; i < exponent; ++i) result = checked(checked_multiply(result, base), "^");
    return result;
}

std::int64_t quotient(std::int64_t a, std::int64_t b) {
    if (b == 0) throw InputError("the integer division of " + std::to_string(a) + " by zero");
    return checked(b == -1 ? checked_multiply(a, -1) : a / b, "/");
}

Value of_integers(const std::string& op, std::int64_t a, std::int64_t b) {
    switch (op[0]) {
    case '+': return Value(checked(checked_add(a, b), op));
    case '-': return Value(checked(b == INT64_MIN ? std::nullopt : checked_add(a, -b), op));
    case '*': return Value(checked(checked_multiply(a, b), op));
    case '/': return Value(quotient(a, b));
    default: return Value(power(a, b));
    }
}

Value of_scalars(const std::string& op, double a, double b) {
    switch (op[0]) {
    case '+': return Value(a + b);
    case '-': return Value(a - b);
    case '*': return Value(a * b);
    case '/': return Value(a / b);
    default: return Value(std::pow(a, b));
    }
}

template <typename T>
Value compared(const std::string& op, const T& a, const T& b) {
    if (op == "<") return Value(a < b);
    if (op == ">") return Value(a > b);
    if (op == "<=") return Value(a <= b);
    return Value(a >= b);
}

bool is_order(const std::string& op) {
    return op[0] == '<' || op[0] == '>';
}

void require_items(std::int64_t count) {
    if (count > kMostItems)
        throw InputError("an array or string of " + std::to_string(count) + " items; at most " +
                         std::to_string(kMostItems) + " are supported");
}

Value repeated(const Value& sequence, std::int64_t times) {
    const std::int64_t length = length_of(sequence), count = std::max<std::int64_t>(times, 0);
    const std::optional<std::int64_t> all = checked_multiply(length, count);
    require_items(all.value_or(INT64_MAX));
    std::string text;
    Values items;
    for (std::int64_t i = 0; i < (length == 0 ? 0 : count); ++i) {
        if (sequence.is_string())
            text += sequence.text();
        else
            items.insert(items.end(), sequence.items().begin(), sequence.items().end());
    }
    return sequence.is_string() ? Value(std::move(text)) : Value::array(std::move(items));
}

Value joined(const Value& left, const Value& right) {
    require_items(length_of(left) + length_of(right));
    if (left.is_string()) return Value(left.text() + right.text());
    Values items = left.items();
    items.insert(items.end(), right.items().begin(), right.items().end());
    return Value::array(std::move(items));
}

std::int64_t integer_of(double scalar) {
    constexpr double kLimit = 9.2e18;
    if (!(std::abs(scalar) < kLimit))
        throw InputError("the scalar " + to_string(Value(scalar)) + " is no 64-bit integer");
    return static_cast<std::int64_t>(scalar);
}

template <typename Number>
Number parsed(const std::string& text, const char* type) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end)
        throw InputError("cannot convert the string '" + text.substr(0, 80) + "' to " + type);
    return number;
}

Value to_integer(const Value& value) {
    if (value.is_scalar()) return Value(integer_of(value.scalar()));
    if (value.is_logical()) return Value(std::int64_t{value.logical()});
    return value.is_string() ? Value(parsed<std::int64_t>(value.text(), "integer")) : value;
}

Value to_scalar(const Value& value) {
    if (value.is_integer()) return Value(static_cast<double>(value.integer()));
    if (value.is_logical()) return Value(value.logical() ? 1.0 : 0.0);
    return value.is_string() ? Value(parsed<double>(value.text(), "scalar")) : value;
}

Value to_logical(const Value& value) {
    if (value.is_integer()) return Value(value.integer() != 0);
    if (value.is_scalar()) return Value(value.scalar() != 0);
    return value.is_string() ? Value(!value.text().empty()) : value;
}

// The index from the front, of one that may count from the end; `most` is the largest.
std::int64_t from_front(const Value& value, std::int64_t length, std::int64_t most, const std::string& what) {
    const std::int64_t index = value.integer() < 0 ? value.integer() + length : value.integer();
    if (index < 0 || index > most)
        throw InputError(what + " " + std::to_string(value.integer()) + " is out of range: there are " +
                         std::to_string(length) + " items");
    return index;
}

} // namespace

std::int64_t length_of(const Value& sequence) {
    return static_cast<std::int64_t>(sequence.is_string() ? sequence.text().size() : sequence.items().size());
}

Value apply_unary(const std::string& op, const Value& value) {
    if (op == "!") return Value(!value.logical());
    if (op == "+") return value;
    return value.is_scalar() ? Value(-value.scalar()) : of_integers("-", 0, value.integer());
}

Value apply_binary(const std::string& op, const Value& left, const Value& right) {
    if (op == "==" || op == "!=") return Value(equal(left, right) == (op == "=="));
    if (op == "in")
        return Value(std::ranges::any_of(right.items(), [&](const Value& item) { return equal(left, item); }));
    if (is_order(op)) {
        if (left.is_string()) return compared(op, left.text(), right.text());
        if (left.is_integer()) return compared(op, left.integer(), right.integer());
        return compared(op, left.scalar(), right.scalar());
    }
    const auto is_sequence = [](const Value& value) { return value.has_items() || value.is_string(); };
    if (op == "*" && is_sequence(left)) return repeated(left, right.integer());
    if (op == "*" && is_sequence(right)) return repeated(right, left.integer());
    if (is_sequence(left)) return joined(left, right);
    if (left.is_integer()) return of_integers(op, left.integer(), right.integer());
    return of_scalars(op, left.scalar(), right.scalar());
}

Value apply_conversion(const std::string& to, const Value& value) {
    if (to == "integer") return to_integer(value);
    if (to == "scalar") return to_scalar(value);
    if (to == "logical") return to_logical(value);
    return value.is_string() ? value : Value(to_string(value));
}

Value item_of(const Value& sequence, const Value& index) {
    const std::int64_t length = length_of(sequence);
    const auto at = static_cast<std::size_t>(from_front(index, length, length - 1, "the index"));
    return sequence.is_string() ? Value(sequence.text().substr(at, 1)) : sequence.items()[at];
}

Value range_of(const Value& sequence, const Value& begin, const Value& end) {
    const std::int64_t length = length_of(sequence);
    const std::int64_t first = begin.is_none() ? 0 : from_front(begin, length, length, "the start of the range");
    const std::int64_t last = end.is_none() ? length : from_front(end, length, length, "the end of the range");
    const std::int64_t count = std::max<std::int64_t>(last - first, 0);
    if (sequence.is_string())
        return Value(sequence.text().substr(static_cast<std::size_t>(first), static_cast<std::size_t>(count)));
    const auto from = sequence.items().begin() + first;
    return Value::array(Values(from, from + count));
}

} // namespace hlo2cpp::nnef
