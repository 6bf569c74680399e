#include "hlo/parse/lexer.h"

#include <charconv>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool starts_identifier(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_identifier(char c) {
    return starts_identifier(c) || is_digit(c) || c == '.' || c == '-';
}

int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

} // namespace

void HloTextLexer::expect(std::string_view symbol, std::string_view what) {
    if (!accept(symbol)) fail_expected(std::string(symbol) + " " + std::string(what));
}

bool HloTextLexer::next_is_identifier() {
    return starts_identifier(peek());
}

std::string_view HloTextLexer::peek_identifier() {
    if (!next_is_identifier()) return {};
    std::size_t end = position_;
    while (end < text_.size() && continues_identifier(text_[end])) ++end;
    return text_.substr(position_, end - position_);
}

std::string_view HloTextLexer::identifier(std::string_view what) {
    const std::string_view found = peek_identifier();
    if (found.empty()) fail_expected(what);
    position_ += found.size();
    return found;
}

std::string_view HloTextLexer::name(std::string_view what) {
    if (!next_is("%")) return identifier(what);
    const std::size_t start = position_ + 1;
    std::size_t end = start;
    while (end < text_.size() && continues_identifier(text_[end])) ++end;
    if (end == start) fail_expected(what);
    position_ = end;
    return text_.substr(start, end - start);
}

std::string_view HloTextLexer::word() {
    skip_space();
    std::size_t end = position_;
    for (; end < text_.size(); ++end) {
        const char c = text_[end];
        const bool arrow = c == '>' && end > position_ && text_[end - 1] == '-';
        if (!continues_identifier(c) && c != '+' && c != '?' && !arrow) break;
    }
    const std::string_view found = text_.substr(position_, end - position_);
    position_ = end;
    return found;
}

std::int64_t HloTextLexer::integer(std::string_view what) {
    const std::size_t start = position();
    const std::string_view found = word();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    if (error == std::errc::result_out_of_range)
        fail_at(start, "the number " + printable(found, 40) + " does not fit in 64 bits");
    position_ = start;
    if (error != std::errc() || end != found.data() + found.size()) fail_expected(what);
    position_ = start + found.size();
    return value;
}

double HloTextLexer::real(std::string_view what) {
    const std::size_t start = position();
    const std::string_view found = word();
    double value = 0;
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    position_ = start;
    if (error != std::errc() || end != found.data() + found.size()) fail_expected(what);
    position_ = start + found.size();
    return value;
}

bool HloTextLexer::boolean(std::string_view what) {
    const std::string_view found = peek_identifier();
    if (found != "true" && found != "false") fail_expected(std::string("true or false for ") + std::string(what));
    position_ += found.size();
    return found == "true";
}

// The character after a backslash, or the character with the code in the digits there.
char HloTextLexer::escaped(std::size_t start) {
    const char c = text_[position_++];
    switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case '\\':
    case '"':
    case '\'':
    case '?': return c;
    default: break;
    }
    const bool hex = c == 'x' || c == 'X';
    if (!hex) --position_;
    unsigned value = 0;
    int digits = 0;
    for (const int most = hex ? 2 : 3; digits < most && position_ < text_.size(); ++digits, ++position_) {
        const int digit = hex_value(text_[position_]);
        if (digit < 0 || (!hex && digit > 7)) break;
        value = value * (hex ? 16 : 8) + static_cast<unsigned>(digit);
    }
    if (digits == 0 || value > 255) fail_at(start, "the string has an unknown escape sequence");
    return static_cast<char>(static_cast<unsigned char>(value));
}

std::string HloTextLexer::quoted(std::string_view what) {
    const char quote = peek();
    if (quote != '"' && quote != '\'') fail_expected(what);
    const std::size_t start = position_++;
    std::string value;
    while (position_ < text_.size()) {
        const char c = text_[position_++];
        if (c == quote) return value;
        if (c != '\\')
            value += c;
        else if (position_ < text_.size())
            value += escaped(start);
    }
    fail_at(start, std::string("this string is not closed; expected ") + quote);
}

std::string_view HloTextLexer::balanced(std::string_view what) {
    if (peek() != '{') fail_expected(what);
    const std::size_t start = position_;
    std::size_t depth = 0;
    char quote = '\0';
    for (; position_ < text_.size(); ++position_) {
        const char c = text_[position_];
        if (quote != '\0') {
            if (c == '\\') ++position_;
            if (c == quote) quote = '\0';
        } else if (c == '"') {
            quote = c;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            ++position_;
            return text_.substr(start, position_ - start);
        }
    }
    position_ = text_.size();
    fail_at(start, "this brace is not closed; expected }");
}

std::string_view HloTextLexer::run_until(std::string_view ends) {
    skip_space();
    const std::size_t start = position_;
    while (position_ < text_.size() && !is_space(text_[position_]) &&
           ends.find(text_[position_]) == std::string_view::npos)
        ++position_;
    return text_.substr(start, position_ - start);
}

std::vector<std::int64_t> HloTextLexer::integer_list(std::string_view open, std::string_view close,
                                                     std::string_view what) {
    expect(open, "before " + std::string(what));
    std::vector<std::int64_t> values;
    if (accept(close)) return values;
    do values.push_back(integer("an integer among " + std::string(what)));
    while (accept(","));
    expect(close, "after " + std::string(what));
    return values;
}

std::string HloTextLexer::found_here() {
    if (at_end()) return "the end of the text";
    std::size_t end = position_ + 1;
    if (continues_identifier(text_[position_]))
        while (end < text_.size() && continues_identifier(text_[end])) ++end;
    return "'" + printable(text_.substr(position_, end - position_), 40) + "'";
}

void HloTextLexer::fail_expected(std::string_view what) {
    fail("expected " + std::string(what) + ", but found " + found_here());
}

} // namespace hlo2cpp
