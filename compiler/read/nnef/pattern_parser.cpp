// Types, and the left sides of assignments.
#include "read/nnef/expression_parser.h"

namespace hlo2cpp::nnef {
namespace {

constexpr int kMostNested = 200; // parentheses, brackets, calls

} // namespace

ExpressionParser::Nesting::Nesting(ExpressionParser& parser) : parser_(parser) {
    if (++parser_.nesting_ > kMostNested)
        parser_.lexer_.fail("more than " + std::to_string(kMostNested) + " expressions are nested here");
}

std::optional<Base> base_of(const Token& token) {
    if (token.is("integer") || token.is("extent")) return Base::Integer;
    if (token.is("scalar")) return Base::Scalar;
    if (token.is("logical")) return Base::Logical;
    if (token.is("string")) return Base::String;
    if (token.is("?")) return Base::Generic;
    return {};
}

ExprPtr ExpressionParser::parse_left() {
    ExprPtr first = parse_left_item();
    if (!lexer_.token().is(",")) return first;
    ExprPtr tuple = make(ExprKind::Tuple, first->place);
    add_item(*tuple, std::move(first));
    while (lexer_.take_if(",")) add_item(*tuple, parse_left_item());
    return tuple;
}

ExprPtr ExpressionParser::parse_left_item() {
    const Nesting nesting(*this);
    const Token token = lexer_.token();
    const bool array = token.is("["), tuple = token.is("(");
    if (!array && !tuple) {
        lexer_.take_name("a name to assign to");
        return make(ExprKind::Name, token.place, token.text);
    }
    lexer_.next();
    ExprPtr items = make(array ? ExprKind::Array : ExprKind::Tuple, token.place);
    do add_item(*items, parse_left_item());
    while (lexer_.take_if(","));
    lexer_.take(array ? "]" : ")");
    return tuple && items->items.size() == 1 ? std::move(items->items[0]) : std::move(items);
}

Base ExpressionParser::parse_base() {
    const std::optional<Base> base = base_of(lexer_.token());
    if (!base) lexer_.fail_expected("a type (integer, scalar, logical, string or ?)");
    lexer_.next();
    return *base;
}

Type ExpressionParser::parse_type() {
    const Nesting nesting(*this);
    Type type;
    if (lexer_.take_if("(")) {
        std::vector<Type> items;
        do items.push_back(parse_type());
        while (lexer_.take_if(","));
        lexer_.take(")");
        type = Type::tuple(std::move(items));
    } else if (lexer_.take_if("tensor")) {
        type = Type::tensor(Base::Scalar);
        if (!provisional_ || lexer_.token().is("<")) {
            lexer_.take("<");
            type.base = lexer_.token().is(">") ? Base::Any : parse_base();
            lexer_.take(">");
        }
    } else {
        type = Type::primitive(parse_base());
    }
    for (int arrays = 0; lexer_.take_if("["); ++arrays) {
        lexer_.take("]");
        if (arrays == kMostNested) lexer_.fail("too many arrays are nested here");
        type = Type::array(std::move(type));
    }
    return type;
}

} // namespace hlo2cpp::nnef
