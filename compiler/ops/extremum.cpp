#include "ops/extremum.h"

#include <algorithm>
#include <cmath>

#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

bool is_number(const std::string& atom) {
    return !std::isnan(literal_value(atom));
}

// With a constant c one comparison is enough: "x <= c ? c : x" keeps a NaN x, and of equal zeros it takes the constant,
// which must then be the extreme one; else the comparison is strict.
std::string against_constant(const std::string& x, const std::string& constant, const char* comparison, bool strict) {
    return x + " " + comparison + (strict ? " " : "= ") + constant + " ? " + constant + " : " + x;
}

bool is_zero(const std::string& constant, bool negative) {
    const double value = literal_value(constant);
    return value == 0 && std::signbit(value) == negative;
}

std::string both_zero(ElementType type, const std::string& a, const std::string& b) {
    return "((" + a + " == " + zero_text(type) + ") & (" + b + " == " + zero_text(type) + "))";
}

} // namespace

bool has_number(std::span<const std::string> atoms) {
    return std::any_of(atoms.begin(), atoms.end(), is_number);
}

std::string print_maximum(ElementType type, const std::string& a, const std::string& b) {
    if (is_number(b)) return against_constant(a, b, "<", is_zero(b, true));
    if (is_number(a)) return against_constant(b, a, "<", is_zero(a, true));
    const std::string a_wins = "((" + a + " > " + b + ") | (" + a + " != " + a + "))";
    return a_wins + " ? " + a + " : (" + both_zero(type, a, b) + " ? " + a + " + " + b + " : " + b + ")";
}

std::string print_minimum(ElementType type, const std::string& a, const std::string& b) {
    if (is_number(b)) return against_constant(a, b, ">", is_zero(b, false));
    if (is_number(a)) return against_constant(b, a, ">", is_zero(a, false));
    const std::string a_wins = "((" + a + " < " + b + ") | (" + a + " != " + a + "))";
    return a_wins + " ? " + a + " : (" + both_zero(type, a, b) + " ? -(" + negated_text(a) + " - " + b + ") : " + b +
           ")";
}

} // namespace hlo2cpp
