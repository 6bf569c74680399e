#include "mathematics/scalar_function.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "support/diagnostics.h"
#include "tree/operators.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::Operator;
using tree::Precedence;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::optional<Operator> find_operator(std::string_view text, bool is_unary) {
    for (int i = 0; i < tree::kOperators; ++i) {
        const tree::OperatorInfo& info = tree::info_of(static_cast<Operator>(i));
        if (info.text == text && (info.precedence == Precedence::kUnary) == is_unary) return static_cast<Operator>(i);
    }
    return std::nullopt;
}

template <typename T>
Expression literal_of(ElementType type, std::string_view digits, auto... base) {
    T value = {};
    const char* const end = digits.data() + digits.size();
    const auto [read, error] = std::from_chars(digits.data(), end, value, base...);
    if (read != end || error != std::errc()) return {};
    return tree::literal(type, reinterpret_cast<const std::byte*>(&value));
}

// "1.5e-3f", "1.5", "31", "31u", "0x7fffffffu", which has 16 digits where it has 64 bits; else none.
Expression number_of(std::string_view spelling) {
    const std::string_view digits = spelling.substr(0, spelling.size() - 1);
    if (spelling.ends_with('u')) {
        if (!digits.starts_with("0x")) return literal_of<std::uint32_t>(ElementType::U32, digits);
        if (digits.size() == 10) return literal_of<std::uint32_t>(ElementType::U32, digits.substr(2), 16);
        return literal_of<std::uint64_t>(ElementType::U64, digits.substr(2), 16);
    }
    if (spelling.find('.') == spelling.npos) return literal_of<std::int32_t>(ElementType::S32, spelling);
    return spelling.ends_with('f') ? literal_of<float>(ElementType::F32, digits)
                                   : literal_of<double>(ElementType::F64, spelling);
}

// The tokens of a text: comments, words, numbers, operators, and other characters one by one.
class Tokens {
public:
    explicit Tokens(std::string_view text) : rest_(text), first_(scan()) {}

    std::string_view first() const { return first_; }
    bool empty() const { return rest_.empty(); }
    bool is_comment() const { return rest_.starts_with("//"); }
    bool is_number() const { return !rest_.empty() && is_digit(rest_[0]); }
    bool begins_line() const { return begins_line_; }

    std::string_view next() {
        const std::string_view text = first_;
        rest_.remove_prefix(text.size());
        const std::string_view blanks = rest_.substr(0, rest_.find_first_not_of(" \n"));
        begins_line_ = blanks.find('\n') != blanks.npos;
        rest_.remove_prefix(blanks.size());
        first_ = scan();
        return text;
    }
    bool take(std::string_view text) {
        if (first() != text) return false;
        next();
        return true;
    }
    void expect(std::string_view text) { require(take(text)); }
    std::string word() {
        require(!rest_.empty() && is_letter(rest_[0]));
        return std::string(next());
    }
    std::string comment() {
        constexpr std::string_view kBegin = "// ";
        require(first_.starts_with(kBegin));
        return std::string(next().substr(kBegin.size()));
    }
    void require(bool condition) const {
        if (!condition) throw InternalError("mathematics for vectors has no \"" + std::string(first()) + "\" here");
    }

private:
    std::string_view scan() const {
        if (is_comment()) return rest_.substr(0, rest_.find('\n'));
        std::size_t size = 0;
        while (size < rest_.size() && is_in_word(size)) ++size;
        if (size == 0) size = std::min(rest_.find_first_not_of("+-*/%<>=!&|^~?:"), rest_.size());
        return rest_.substr(0, std::max<std::size_t>(size, 1));
    }
    bool is_in_word(std::size_t at) const {
        const char c = rest_[at];
        const bool has_exponent = is_number() && !rest_.starts_with("0x");
        return is_letter(c) || is_digit(c) || (is_number() && c == '.') ||
               (has_exponent && rest_[at - 1] == 'e' && (c == '-' || c == '+'));
    }

    std::string_view rest_, first_;
    bool begins_line_ = true;
};

// A recursive descent.
class Reader {
public:
    explicit Reader(std::string_view text) : tokens_(text) {}

    tree::Function function() {
        while (tokens_.is_comment()) tokens_.next();
        tokens_.expect("static");
        tokens_.expect("inline");
        tree::Function function{.helper = true, .result = type(), .name = tokens_.word()};
        tokens_.expect("(");
        do function.parameters.push_back({.type = type(), .name = new_variable()});
        while (tokens_.take(","));
        tokens_.expect(")");
        tokens_.expect("noexcept");
        tokens_.expect("{");
        while (!tokens_.take("}")) function.body.push_back(statement());
        tokens_.require(tokens_.empty());
        return function;
    }

private:
    // ---- types and variables
    std::optional<ElementType> element() const {
        for (const ElementType type : {ElementType::F32, ElementType::F64, ElementType::U32, ElementType::U64})
            if (tokens_.first() == info(type).value_type) return type;
        return std::nullopt;
    }
    tree::Type type() {
        const std::optional<ElementType> found = element();
        tokens_.require(found.has_value());
        tokens_.next();
        const tree::Type type = tree::value_type(*found);
        return tokens_.take("*") ? tree::pointer_to(type) : type;
    }
    std::string new_variable() { return *variables_.insert(tokens_.word()).first; }

    // ---- expressions
    Expression expression() {
        Expression test = binary(tighter(Precedence::kConditional));
        if (!tokens_.take("?")) return test;
        Expression chosen = expression();
        tokens_.expect(":");
        return tree::conditional(std::move(test), std::move(chosen), expression());
    }
    // Operands between operators that bind at least so tightly.
    Expression binary(Precedence least) {
        Expression left = operand();
        for (;;) {
            const std::optional<Operator> op = find_operator(tokens_.first(), false);
            if (!op || tree::info_of(*op).precedence < least) return left;
            tokens_.next();
            left = tree::binary(*op, std::move(left), binary(tighter(tree::info_of(*op).precedence)));
        }
    }
    Expression operand() {
        if (const std::optional<Operator> op = find_operator(tokens_.first(), true)) {
            tokens_.next();
            return tree::unary(*op, operand());
        }
        if (tokens_.take("(")) {
            Expression inner = expression();
            tokens_.expect(")");
            return inner;
        }
        if (tokens_.is_number()) return number();
        if (!variables_.contains(tokens_.first())) return call();
        return tree::name(tokens_.word());
    }
    Expression number() {
        const Expression literal = number_of(tokens_.first());
        tokens_.require(literal.valid());
        return tree::spelled(literal, tokens_.next());
    }
    Expression call() {
        const std::string function = tokens_.word();
        std::vector<Expression> arguments;
        tokens_.expect("(");
        do arguments.push_back(expression());
        while (tokens_.take(","));
        tokens_.expect(")");
        return tree::call(function, std::move(arguments));
    }

    // ---- statements
    tree::Statement statement() {
        if (tokens_.is_comment()) return tree::Comment{tokens_.comment()};
        if (tokens_.take("return")) return tree::Return{.value = expression(), .comment = end_of_statement()};
        if (tokens_.take("const")) return declaration(true);
        if (element()) return declaration(false);
        tree::Assign assign{.target = operand()};
        assign.assignment = assignment();
        assign.value = expression();
        assign.comment = end_of_statement();
        return assign;
    }
    tree::Statement declaration(bool constant) {
        tree::Declare declare{.type = type(), .name = new_variable()};
        declare.type.constant = constant;
        if (tokens_.take("=")) declare.value = expression();
        declare.comment = end_of_statement();
        return declare;
    }
    tree::Assignment assignment() {
        for (const tree::Assignment one : {tree::Assignment::Set, tree::Assignment::Add, tree::Assignment::Multiply})
            if (tokens_.take(tree::spelling_of(one))) return one;
        tokens_.require(false);
        return {};
    }
    std::string end_of_statement() {
        tokens_.expect(";");
        return tokens_.is_comment() && !tokens_.begins_line() ? tokens_.comment() : "";
    }

    Tokens tokens_;
    std::set<std::string, std::less<>> variables_;
};

} // namespace

tree::Function scalar_function(std::string_view text) {
    return Reader(text).function();
}

} // namespace hlo2cpp
