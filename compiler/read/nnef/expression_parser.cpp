#include "read/nnef/expression_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "read/nnef/expression_items.h"
#include "read/nnef/pattern_parser.h"

namespace hlo2cpp::nnef {
namespace {

struct Operator {
    std::string_view text;
    int precedence;
};
constexpr std::array<Operator, 14> kOperators = {{{"&&", 1},
                                                  {"||", 1},
                                                  {"in", 2},
                                                  {"<", 3},
                                                  {">", 3},
                                                  {"<=", 3},
                                                  {">=", 3},
                                                  {"==", 3},
                                                  {"!=", 3},
                                                  {"+", 4},
                                                  {"-", 4},
                                                  {"*", 5},
                                                  {"/", 5},
                                                  {"^", 6}}};

int precedence_of(const Token& token) {
    for (const Operator& op : kOperators)
        if (token.is(op.text)) return op.precedence;
    return 0;
}

bool is_builtin(const Token& token) {
    constexpr std::array<std::string_view, 8> kBuiltins = {"shape_of", "length_of", "range_of", "integer",
                                                           "scalar",   "logical",   "string",   "extent"};
    return token.kind == TokenKind::Keyword && std::ranges::find(kBuiltins, token.text) != kBuiltins.end();
}

bool is_number(const Token& token) {
    return token.kind == TokenKind::Integer || token.kind == TokenKind::Scalar;
}

} // namespace

void ExpressionParser::require_operators(const Token& at) const {
    if (!operators_)
        lexer_.fail(at.place, "'" + std::string(at.text) +
                                  "' is an operator, which needs `extension KHR_enable_operator_expressions;`; "
                                  "expected a call, a name or a literal");
}

ExprPtr ExpressionParser::parse_right() {
    ExprPtr first = parse_expression();
    if (!lexer_.token().is(",")) return first;
    ExprPtr tuple = make_expr(ExprKind::Tuple, first->place);
    add_item(lexer_, *tuple, std::move(first));
    while (lexer_.take_if(",")) add_item(lexer_, *tuple, parse_expression());
    return tuple;
}

ExprPtr ExpressionParser::parse_expression() {
    const Nesting nesting(lexer_, nested_);
    ExprPtr value = parse_binary(1);
    if (!lexer_.token().is("if")) return value;
    require_operators(lexer_.token());
    ExprPtr select = make_expr(ExprKind::Select, value->place);
    lexer_.next();
    add_item(lexer_, *select, parse_binary(1));
    lexer_.take("else");
    add_item(lexer_, *select, std::move(value));
    add_item(lexer_, *select, parse_expression());
    return select;
}

ExprPtr ExpressionParser::parse_binary(int least_precedence) {
    ExprPtr left = parse_unary();
    for (;;) {
        const int precedence = precedence_of(lexer_.token());
        if (precedence < least_precedence || precedence == 0) return left;
        // Without semicolons a word that begins a line may also begin the next assignment.
        if (provisional_ && open_ == 0 && lexer_.token().first_on_line && lexer_.token().is("in")) return left;
        require_operators(lexer_.token());
        ExprPtr binary = make_expr(ExprKind::Binary, left->place, lexer_.next().text);
        ExprPtr right = parse_binary(precedence + 1);
        add_item(lexer_, *binary, std::move(left));
        add_item(lexer_, *binary, std::move(right));
        left = std::move(binary);
    }
}

ExprPtr ExpressionParser::parse_unary() {
    const Token op = lexer_.token();
    if (!op.is("-") && !op.is("+") && !op.is("!")) return parse_postfix();
    const Nesting nesting(lexer_, nested_);
    lexer_.next();
    if (op.is("-") && is_number(lexer_.token())) {
        ExprPtr number = parse_number();
        number->literal =
            number->literal.is_integer() ? Value(-number->literal.integer()) : Value(-number->literal.scalar());
        number->place = op.place;
        return number;
    }
    require_operators(op);
    ExprPtr unary = make_expr(ExprKind::Unary, op.place, op.text);
    add_item(lexer_, *unary, parse_unary());
    return unary;
}

// In a text without semicolons, a bracket that begins a line begins the next assignment.
bool ExpressionParser::at_subscript() const {
    return lexer_.token().is("[") && !(provisional_ && open_ == 0 && lexer_.token().first_on_line);
}

ExprPtr ExpressionParser::parse_postfix() {
    ExprPtr expr = parse_primary();
    const auto is_sequence = [&] {
        return expr->kind != ExprKind::Literal || expr->literal.has_items() || expr->literal.is_string();
    };
    while (is_sequence() && at_subscript()) expr = parse_subscript(std::move(expr));
    return expr;
}

ExprPtr ExpressionParser::parse_subscript(ExprPtr sequence) {
    require_operators(lexer_.token());
    lexer_.next();
    ++open_;
    ExprPtr result = make_expr(ExprKind::Item, sequence->place);
    add_item(lexer_, *result, std::move(sequence));
    add_item(lexer_, *result, lexer_.token().is(":") ? nullptr : parse_expression());
    if (lexer_.take_if(":")) {
        result->kind = ExprKind::Range;
        add_item(lexer_, *result, lexer_.token().is("]") ? nullptr : parse_expression());
    }
    lexer_.take("]");
    --open_;
    return result;
}

ExprPtr ExpressionParser::parse_number() {
    const Token token = lexer_.next();
    ExprPtr expr = make_expr(ExprKind::Literal, token.place);
    const char *begin = token.text.data(), *end = begin + token.text.size();
    if (token.kind == TokenKind::Integer) {
        std::int64_t integer = 0;
        if (std::from_chars(begin, end, integer).ec != std::errc())
            lexer_.fail(token.place, std::string(token.text.substr(0, 80)) + " is larger than any integer");
        expr->literal = Value(integer);
    } else {
        const double scalar = std::strtod(std::string(token.text).c_str(), nullptr);
        if (!std::isfinite(scalar)) lexer_.fail(token.place, "this number is larger than any scalar");
        expr->literal = Value(scalar);
    }
    return expr;
}

ExprPtr ExpressionParser::parse_primary() {
    const Token token = lexer_.token();
    if (is_number(token)) return parse_number();
    if (token.is("[")) return parse_array();
    if (token.is("(")) return parse_parenthesized();
    if (is_builtin(token)) return parse_builtin();
    if (token.is("true") || token.is("false") || token.kind == TokenKind::String) {
        ExprPtr literal = make_expr(ExprKind::Literal, token.place);
        literal->literal = token.kind == TokenKind::String ? Value(std::string(token.text)) : Value(token.is("true"));
        lexer_.next();
        return literal;
    }
    if (token.kind != TokenKind::Name) lexer_.fail_expected("an expression");
    lexer_.next();
    if (lexer_.token().is("(") || at_type_argument()) return parse_call(token);
    return make_expr(ExprKind::Name, token.place, token.text);
}

// NAME<scalar>(, but not a < scalar(b).
bool ExpressionParser::at_type_argument() const {
    if (!lexer_.token().is("<")) return false;
    Lexer look = lexer_;
    look.next();
    if (!base_of(look.token())) return false;
    look.next();
    return look.token().is(">");
}

ExprPtr ExpressionParser::parse_parenthesized() {
    const TextPlace place = lexer_.take("(").place;
    ++open_;
    ExprPtr first = parse_expression();
    if (lexer_.token().is(",")) {
        ExprPtr tuple = make_expr(ExprKind::Tuple, place);
        add_item(lexer_, *tuple, std::move(first));
        while (lexer_.take_if(",")) add_item(lexer_, *tuple, parse_expression());
        first = std::move(tuple);
    }
    lexer_.take(")");
    --open_;
    return first;
}

ExprPtr ExpressionParser::parse_array() {
    const TextPlace place = lexer_.take("[").place;
    ++open_;
    if (lexer_.token().is("for")) return parse_comprehension(nullptr, place);
    // Numbers alone, of which there may be many, are one literal.
    Values numbers;
    ExprPtr array = make_expr(ExprKind::Array, place);
    const auto add = [&](ExprPtr item) {
        const bool alike = numbers.empty() || numbers[0].is_integer() == item->literal.is_integer();
        const bool number =
            item->kind == ExprKind::Literal && (item->literal.is_integer() || item->literal.is_scalar());
        if (array->items.empty() && number && alike) return numbers.push_back(item->literal);
        for (const Value& value : std::exchange(numbers, {})) {
            array->items.push_back(make_expr(ExprKind::Literal, place));
            array->items.back()->literal = value;
        }
        add_item(lexer_, *array, std::move(item));
    };
    if (!lexer_.token().is("]")) {
        ExprPtr first = parse_expression();
        if (provisional_ && lexer_.token().is("for")) return parse_comprehension(std::move(first), place);
        add(std::move(first));
        while (lexer_.take_if(",")) add(parse_expression());
    }
    lexer_.take("]");
    --open_;
    if (!array->items.empty()) return array;
    array->kind = ExprKind::Literal;
    array->literal = Value::array(std::move(numbers));
    return array;
}

// [for NAMES in a, NAMES in b if c yield e], and in the provisional text [e for NAMES in a if c].
ExprPtr ExpressionParser::parse_comprehension(ExprPtr result, TextPlace open) {
    require_operators(lexer_.token());
    lexer_.take("for");
    ExprPtr expr = make_expr(ExprKind::Comprehension, open);
    do {
        Loop loop;
        loop.names = parse_loop_names();
        lexer_.take("in");
        loop.iterable = parse_binary(1);
        deepen(lexer_, *expr, *loop.iterable);
        expr->loops.push_back(std::move(loop));
    } while (lexer_.take_if(","));
    ExprPtr condition = lexer_.take_if("if") ? parse_expression() : nullptr;
    if (!result) {
        lexer_.take("yield");
        result = parse_expression();
    }
    add_item(lexer_, *expr, std::move(result));
    add_item(lexer_, *expr, std::move(condition));
    lexer_.take("]");
    --open_;
    return expr;
}

ExprPtr ExpressionParser::parse_loop_names() {
    const Nesting nesting(lexer_, nested_);
    const Token token = lexer_.token();
    if (!lexer_.take_if("(")) {
        lexer_.take_name("a name");
        return make_expr(ExprKind::Name, token.place, token.text);
    }
    ExprPtr tuple = make_expr(ExprKind::Tuple, token.place);
    do add_item(lexer_, *tuple, parse_loop_names());
    while (lexer_.take_if(","));
    lexer_.take(")");
    return tuple->items.size() == 1 ? std::move(tuple->items[0]) : std::move(tuple);
}

ExprPtr ExpressionParser::parse_builtin() {
    const Token token = lexer_.next();
    if (!operators_)
        lexer_.fail(token.place, std::string(token.text) + " needs `extension KHR_enable_operator_expressions;` here");
    ExprPtr expr = make_expr(ExprKind::Builtin, token.place, token.is("extent") ? "integer" : token.text);
    lexer_.take("(");
    ++open_;
    add_item(lexer_, *expr, parse_expression());
    --open_;
    lexer_.take(")");
    return expr;
}

ExprPtr ExpressionParser::parse_literal() {
    return parse_binary(1);
}

ExprPtr ExpressionParser::parse_invocation() {
    const Token name = lexer_.token();
    if (name.kind != TokenKind::Name) lexer_.fail_expected("a call of an operation");
    lexer_.next();
    if (!lexer_.token().is("(") && !at_type_argument())
        lexer_.fail_expected("'(' and the arguments of the call (expressions need `extension "
                             "KHR_enable_operator_expressions;`)");
    return parse_call(name);
}

ExprPtr ExpressionParser::parse_call(const Token& name) {
    const Nesting nesting(lexer_, nested_);
    ExprPtr call = make_expr(ExprKind::Call, name.place, name.text);
    if (lexer_.take_if("<")) {
        call->type_argument = parse_base(lexer_);
        lexer_.take(">");
    }
    lexer_.take("(");
    ++open_;
    if (!lexer_.token().is(")")) parse_arguments(*call);
    call->end = lexer_.take(")").place;
    --open_;
    return call;
}

void ExpressionParser::parse_arguments(Expr& call) {
    do {
        Argument argument{.name = {}, .place = lexer_.token().place, .value = nullptr};
        if (lexer_.token().kind == TokenKind::Name && lexer_.ahead().is("=")) {
            argument.name = lexer_.next().text;
            lexer_.next();
        }
        argument.value = parse_expression();
        deepen(lexer_, call, *argument.value);
        call.arguments.push_back(std::move(argument));
    } while (lexer_.take_if(","));
}

} // namespace hlo2cpp::nnef
