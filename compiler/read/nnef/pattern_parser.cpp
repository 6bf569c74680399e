#include "read/nnef/pattern_parser.h"

#include "read/nnef/expression_items.h"

namespace hlo2cpp::nnef {
namespace {

ExprPtr parse_left_item(Lexer& lexer, int nested) {
    const Nesting nesting(lexer, nested);
    const Token token = lexer.token();
    const bool array = token.is("["), tuple = token.is("(");
    if (!array && !tuple) {
        lexer.take_name("a name to assign to");
        return make_expr(ExprKind::Name, token.place, token.text);
    }
    lexer.next();
    ExprPtr items = make_expr(array ? ExprKind::Array : ExprKind::Tuple, token.place);
    do add_item(lexer, *items, parse_left_item(lexer, nested));
    while (lexer.take_if(","));
    lexer.take(array ? "]" : ")");
    return tuple && items->items.size() == 1 ? std::move(items->items[0]) : std::move(items);
}

Type parse_nested_type(Lexer& lexer, bool provisional, int nested) {
    const Nesting nesting(lexer, nested);
    Type type;
    if (lexer.take_if("(")) {
        std::vector<Type> items;
        do items.push_back(parse_nested_type(lexer, provisional, nested));
        while (lexer.take_if(","));
        lexer.take(")");
        type = Type::tuple(std::move(items));
    } else if (lexer.take_if("tensor")) {
        type = Type::tensor(Base::Scalar);
        if (!provisional || lexer.token().is("<")) {
            lexer.take("<");
            type.base = lexer.token().is(">") ? Base::Any : parse_base(lexer);
            lexer.take(">");
        }
    } else {
        type = Type::primitive(parse_base(lexer));
    }
    for (int arrays = 0; lexer.take_if("["); ++arrays) {
        lexer.take("]");
        if (arrays == kMostNested) lexer.fail("too many arrays are nested here");
        type = Type::array(std::move(type));
    }
    return type;
}

} // namespace

std::optional<Base> base_of(const Token& token) {
    if (token.is("integer") || token.is("extent")) return Base::Integer;
    if (token.is("scalar")) return Base::Scalar;
    if (token.is("logical")) return Base::Logical;
    if (token.is("string")) return Base::String;
    if (token.is("?")) return Base::Generic;
    return {};
}

ExprPtr parse_left(Lexer& lexer) {
    ExprPtr first = parse_left_item(lexer, 0);
    if (!lexer.token().is(",")) return first;
    ExprPtr tuple = make_expr(ExprKind::Tuple, first->place);
    add_item(lexer, *tuple, std::move(first));
    while (lexer.take_if(",")) add_item(lexer, *tuple, parse_left_item(lexer, 0));
    return tuple;
}

Base parse_base(Lexer& lexer) {
    const std::optional<Base> base = base_of(lexer.token());
    if (!base) lexer.fail_expected("a type (integer, scalar, logical, string or ?)");
    lexer.next();
    return *base;
}

Type parse_type(Lexer& lexer, bool provisional) {
    return parse_nested_type(lexer, provisional, 0);
}

} // namespace hlo2cpp::nnef
