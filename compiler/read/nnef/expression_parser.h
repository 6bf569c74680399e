// The expressions in NNEF texts.
#pragma once

#include "read/nnef/lexer.h"
#include "read/nnef/syntax.h"

namespace hlo2cpp::nnef {

class ExpressionParser {
public:
    // Without `operators` an expression is a literal, a name, a call, or an array or tuple of such.
    ExpressionParser(Lexer& lexer, bool operators, bool provisional)
        : lexer_(lexer), operators_(operators), provisional_(provisional) {}

    ExprPtr parse_right();      // of an assignment: tuples need no parentheses
    ExprPtr parse_literal();    // a parameter's default
    ExprPtr parse_invocation(); // NAME(arguments)

private:
    ExprPtr parse_expression();
    ExprPtr parse_binary(int least_precedence);
    ExprPtr parse_unary();
    ExprPtr parse_postfix();
    ExprPtr parse_primary();
    ExprPtr parse_parenthesized();
    ExprPtr parse_array();
    ExprPtr parse_comprehension(ExprPtr result, TextPlace open);
    ExprPtr parse_loop_names();
    ExprPtr parse_subscript(ExprPtr sequence);
    ExprPtr parse_call(const Token& name);
    ExprPtr parse_builtin();
    ExprPtr parse_number();
    bool at_subscript() const;
    bool at_type_argument() const;
    void require_operators(const Token& at) const;
    void parse_arguments(Expr& call);

    Lexer& lexer_;
    const bool operators_;
    const bool provisional_;
    int nested_ = 0;
    int open_ = 0; // parentheses and brackets
};

} // namespace hlo2cpp::nnef
