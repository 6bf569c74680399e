#include "read/nnef/lexer.h"

#include <algorithm>
#include <array>

#include "ir/module.h" // printable

namespace hlo2cpp::nnef {
namespace {

constexpr std::array<std::string_view, 19> kKeywords = {
    "version", "extension", "graph", "fragment", "tensor", "integer", "scalar",   "logical",   "string",  "true",
    "false",   "for",       "in",    "if",       "else",   "yield",   "shape_of", "length_of", "range_of"};
constexpr std::array<std::string_view, 7> kPairs = {"->", "<=", ">=", "==", "!=", "&&", "||"};
constexpr std::string_view kSingles = "()[]{}<>=:;,?+-*/^!";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string shown(const Token& token) {
    switch (token.kind) {
    case TokenKind::End: return "the end of the file";
    case TokenKind::Keyword: return "the keyword '" + std::string(token.text) + "'";
    case TokenKind::String: return "the string '" + printable(token.text, 40) + "'";
    default: return "'" + printable(token.text, 40) + "'";
    }
}

} // namespace

TextPlace Lexer::place_of(std::size_t position) const {
    return {.line = line_, .column = static_cast<int>(position - line_start_) + 1};
}

void Lexer::skip_space() {
    for (; position_ < source_.text.size(); ++position_) {
        const char c = source_.text[position_];
        if (c == '#') {
            while (at(position_ + 1) != '\n' && position_ + 1 < source_.text.size()) ++position_;
        } else if (c == '\n') {
            ++line_;
            line_start_ = position_ + 1;
            new_line_ = true;
        } else if (c != ' ' && (c < '\t' || c > '\r')) {
            return;
        }
    }
}

Token Lexer::finished(TokenKind kind, std::size_t end) {
    Token token{.kind = kind,
                .text = std::string_view(source_.text).substr(position_, end - position_),
                .place = place_of(position_),
                .first_on_line = new_line_};
    new_line_ = false;
    position_ = end;
    return token;
}

Token Lexer::scan_word() {
    std::size_t end = position_;
    while (is_letter(at(end)) || is_digit(at(end))) ++end;
    Token token = finished(TokenKind::Name, end);
    if (std::ranges::find(kKeywords, token.text) != kKeywords.end() || (provisional_ && token.text == "extent"))
        token.kind = TokenKind::Keyword;
    return token;
}

std::size_t Lexer::skip_digits(std::size_t position) const {
    while (is_digit(at(position))) ++position;
    return position;
}

Token Lexer::scan_number() {
    std::size_t end = skip_digits(position_);
    bool whole = true;
    if (at(end) == '.') {
        end = skip_digits(end + 1);
        whole = false;
    }
    if (at(end) == 'e' || at(end) == 'E') {
        end += at(end + 1) == '+' || at(end + 1) == '-' ? 2U : 1U;
        if (!is_digit(at(end))) fail_at(source_, place_of(end), "expected the digits of an exponent");
        end = skip_digits(end);
        whole = false;
    }
    return finished(whole ? TokenKind::Integer : TokenKind::Scalar, end);
}

Token Lexer::scan_string() {
    const char quote = at(position_);
    std::size_t end = position_ + 1;
    while (end < source_.text.size() && at(end) != quote && at(end) != '\n') ++end;
    if (at(end) != quote || end >= source_.text.size())
        fail_at(source_, place_of(position_), std::string("this string has no closing ") + quote + " in its line");
    Token token = finished(TokenKind::String, end + 1);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
}

Token Lexer::scan_symbol() {
    const std::string_view rest = std::string_view(source_.text).substr(position_);
    for (const std::string_view pair : kPairs)
        if (rest.starts_with(pair)) return finished(TokenKind::Symbol, position_ + 2);
    if (kSingles.find(rest[0]) == kSingles.npos)
        fail_at(source_, place_of(position_), "'" + printable(rest.substr(0, 1)) + "' begins no word of NNEF");
    return finished(TokenKind::Symbol, position_ + 1);
}

Token Lexer::scan() {
    skip_space();
    const char c = at(position_);
    if (position_ == source_.text.size()) return finished(TokenKind::End, position_);
    if (is_letter(c)) return scan_word();
    if (is_digit(c)) return scan_number();
    if (c == '\'' || c == '"') return scan_string();
    return scan_symbol();
}

Token Lexer::next() {
    Token passed = token_;
    token_ = scan();
    return passed;
}

Token Lexer::ahead() const {
    Lexer copy = *this;
    copy.next();
    return copy.token_;
}

bool Lexer::take_if(std::string_view symbol_or_keyword) {
    const bool is = token_.is(symbol_or_keyword);
    if (is) next();
    return is;
}

Token Lexer::take(std::string_view symbol_or_keyword) {
    if (!token_.is(symbol_or_keyword)) fail_expected("'" + std::string(symbol_or_keyword) + "'");
    return next();
}

Token Lexer::take_name(std::string_view what) {
    if (token_.kind != TokenKind::Name) fail_expected(std::string(what));
    return next();
}

void Lexer::fail_expected(const std::string& what) const {
    fail("expected " + what + ", but found " + shown(token_));
}

} // namespace hlo2cpp::nnef
