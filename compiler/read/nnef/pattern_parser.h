// Types, and the left sides of assignments.
#pragma once

#include <optional>

#include "read/nnef/lexer.h"
#include "read/nnef/syntax.h"

namespace hlo2cpp::nnef {

// integer, scalar, logical, string or ?.
std::optional<Base> base_of(const Token& token);
Base parse_base(Lexer& lexer);
Type parse_type(Lexer& lexer, bool provisional);
// Names, and arrays and tuples of them.
ExprPtr parse_left(Lexer& lexer);

} // namespace hlo2cpp::nnef
