#include "read/nnef/expression_items.h"

#include <algorithm>

namespace hlo2cpp::nnef {
namespace {

constexpr int kDeepest = 500; // operators one inside the other

} // namespace

Nesting::Nesting(const Lexer& lexer, int& nested) : nested_(nested) {
    if (++nested_ > kMostNested)
        lexer.fail("more than " + std::to_string(kMostNested) + " expressions are nested here");
}

ExprPtr make_expr(ExprKind kind, TextPlace place, std::string_view text) {
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->place = place;
    expr->text = text;
    return expr;
}

void deepen(const Lexer& lexer, Expr& expr, const Expr& part) {
    expr.depth = std::max(expr.depth, part.depth + 1);
    if (expr.depth > kDeepest)
        lexer.fail(expr.place, "this expression is more than " + std::to_string(kDeepest) + " operations deep");
}

void add_item(const Lexer& lexer, Expr& expr, ExprPtr item) {
    if (item) deepen(lexer, expr, *item);
    expr.items.push_back(std::move(item));
}

} // namespace hlo2cpp::nnef
