// Making the trees of expressions, and how deep they may be.
#pragma once

#include <string_view>

#include "read/nnef/lexer.h"
#include "read/nnef/syntax.h"

namespace hlo2cpp::nnef {

constexpr int kMostNested = 200; // parentheses, brackets, calls

// Counts the parts that a parser is inside of, so that recursion is bounded.
class Nesting {
public:
    Nesting(const Lexer& lexer, int& nested);
    ~Nesting() { --nested_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    int& nested_;
};

ExprPtr make_expr(ExprKind kind, TextPlace place, std::string_view text = {});
// `part` becomes a part of the expression.
void deepen(const Lexer& lexer, Expr& expr, const Expr& part);
void add_item(const Lexer& lexer, Expr& expr, ExprPtr item);

} // namespace hlo2cpp::nnef
