// Sums as C++ text, in the nested form in which a person writes an offset into an array:
//
//     96*d0 + 6*d1 + 3*k + c - 9    is    ((d0 * 16 + d1 - 1) * 2 + k - 1) * 3 + c         (with the right ranges)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

struct AffineTerm {
    std::int64_t coefficient = 1;
    std::string text;      // a name
    std::int64_t high = 0; // the number of its values, less one
};

// Never empty; an expression, no atom.
std::string affine_text(std::vector<AffineTerm> terms, std::int64_t constant);
// Whether the text can stand beside any operator: a name, a number that is not negative, a call, an element.
bool is_atom(const std::string& text);
std::string in_parentheses(const std::string& text); // where it is no atom

} // namespace hlo2cpp
