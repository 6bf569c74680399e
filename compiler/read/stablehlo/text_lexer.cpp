#include "read/stablehlo/text_lexer.h"

#include <charconv>
#include <utility>

#include "ir/module.h"

namespace hlo2cpp::stablehlo {
namespace {

bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_name(char c) {
    return starts_name(c) || is_decimal_digit(c) || c == '$' || c == '.';
}

} // namespace

std::string_view TextLexer::set_subject(std::string_view operation) {
    return std::exchange(subject_, operation);
}

void TextLexer::fail(const std::string& message) {
    fail_at(position(), message);
}

void TextLexer::fail_at(std::size_t position, const std::string& message) {
    TextCursor::fail_at(position, subject_.empty() ? message : printable(subject_, 60) + ": " + message);
}

void TextLexer::fail_expected(const std::string& what) {
    fail("expected " + what + ", but found " + found_here());
}

std::string TextLexer::found_here() {
    if (at_end()) return "the end of the text";
    const std::size_t run = run_of_name().size();
    return "'" + printable(text_.substr(position_, run == 0 ? 1 : run), 40) + "'";
}

void TextLexer::expect(std::string_view symbol, std::string_view where) {
    if (!accept(symbol)) fail_expected("'" + std::string(symbol) + (where.empty() ? "'" : "' " + std::string(where)));
}

std::string_view TextLexer::run_of_name() {
    std::size_t end = position_;
    while (end < text_.size() && continues_name(text_[end])) ++end;
    return text_.substr(position_, end - position_);
}

bool TextLexer::next_is_word(std::string_view word) {
    return next_is(word) && run_of_name() == word;
}

bool TextLexer::accept_word(std::string_view word) {
    if (!next_is_word(word)) return false;
    position_ += word.size();
    return true;
}

void TextLexer::expect_word(std::string_view word) {
    if (!accept_word(word)) fail_expected("'" + std::string(word) + "'");
}

bool TextLexer::next_is_name() {
    return starts_name(peek());
}

std::string_view TextLexer::name(std::string_view what) {
    if (!next_is_name()) fail_expected(std::string(what));
    return name_or_number(what);
}

std::string_view TextLexer::name_or_number(std::string_view what) {
    skip_space();
    const std::string_view found = run_of_name();
    if (found.empty()) fail_expected(std::string(what));
    position_ += found.size();
    return found;
}

std::string TextLexer::key(std::string_view what) {
    return next_is("\"") ? string(what) : std::string(name(what));
}

bool TextLexer::next_is_number() {
    const char c = peek();
    return c == '-' || is_decimal_digit(c);
}

std::string_view TextLexer::number(std::string_view what) {
    const std::size_t start = position();
    const auto skip_digits = [this] {
        while (is_decimal_digit(character())) ++position_;
    };
    if (character() == '-') ++position_;
    const std::size_t digits = position_;
    skip_digits();
    if (position_ == digits) {
        position_ = start;
        fail_expected(std::string(what));
    }
    if (text_.substr(digits, 2) == "0x" && hex_digit(position_ + 1 < text_.size() ? text_[position_ + 1] : '\0') >= 0) {
        ++position_;
        while (hex_digit(character()) >= 0) ++position_;
        return text_.substr(start, position_ - start);
    }
    if (character() == '.') {
        ++position_;
        skip_digits();
    }
    if (character() == 'e' || character() == 'E') {
        ++position_;
        if (character() == '-' || character() == '+') ++position_;
        skip_digits();
    }
    return text_.substr(start, position_ - start);
}

std::int64_t TextLexer::integer(std::string_view what) {
    const std::size_t start = position();
    const std::string_view found = number(what);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    if (error == std::errc::result_out_of_range)
        fail_at(start, "the number " + printable(found, 40) + " does not fit in 64 bits");
    position_ = start;
    if (end != found.data() + found.size()) fail_expected(std::string(what) + ", a whole number");
    position_ = start + found.size();
    return value;
}

std::string_view TextLexer::string_text(std::string_view what) {
    if (peek() != '"') fail_expected(std::string(what));
    const std::size_t start = position_ + 1;
    for (std::size_t end = start; end < text_.size() && text_[end] != '\n'; ++end) {
        if (text_[end] == '\\')
            ++end;
        else if (text_[end] == '"') {
            position_ = end + 1;
            return text_.substr(start, end - start);
        }
    }
    fail("this string is not closed; expected '\"' in the same line");
}

// The escapes of MLIR: \" \\ \n \t and two hexadecimal digits of a byte.
std::string TextLexer::unescaped(std::string_view raw, std::size_t start) {
    std::string text;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        const char next = c == '\\' && i + 1 < raw.size() ? raw[i + 1] : '\0';
        const int high = hex_digit(next), low = i + 2 < raw.size() ? hex_digit(raw[i + 2]) : -1;
        if (c != '\\') {
            text += c;
        } else if (next == '"' || next == '\\' || next == 'n' || next == 't') {
            text += next == 'n' ? '\n' : next == 't' ? '\t' : next;
            ++i;
        } else if (high >= 0 && low >= 0) {
            text += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
            i += 2;
        } else {
            fail_at(start, "the string has an unknown escape sequence");
        }
    }
    return text;
}

std::string TextLexer::string(std::string_view what) {
    const std::size_t start = position();
    return unescaped(string_text(what), start);
}

std::string TextLexer::symbol(std::string_view what) {
    std::string text;
    do {
        if (!accept("@")) fail_expected(std::string(what));
        if (!text.empty()) text += "::";
        text += character() == '"' ? string(what) : std::string(name_or_number(what));
    } while (accept("::"));
    return text;
}

ValueName TextLexer::value_name(std::string_view what) {
    const std::size_t start = position();
    if (!accept("%")) fail_expected(std::string(what));
    const std::size_t begin = position_;
    while (continues_name(character()) || character() == '-') ++position_;
    if (position_ == begin) fail_at(start, "expected a name after %");
    return {text_.substr(begin, position_ - begin), start};
}

std::string TextLexer::balanced(char close) {
    const std::size_t start = position();
    std::string text, closing(1, close);
    bool blank = false;
    for (; position_ < text_.size(); ++position_) {
        const char c = text_[position_];
        const bool arrow = c == '-' && position_ + 1 < text_.size() && text_[position_ + 1] == '>';
        const std::size_t opening = std::string_view("<([{").find(c);
        if (c == closing.back()) {
            closing.pop_back();
            if (closing.empty()) {
                ++position_;
                return text;
            }
        } else if (std::string_view(">)]}").find(c) != std::string_view::npos) {
            fail_at(position_, std::string("expected '") + closing.back() + "' before this bracket");
        } else if (opening != std::string_view::npos) {
            closing += ">)]}"[opening];
        }
        if (is_space(c)) {
            blank = !text.empty();
            continue;
        }
        if (std::exchange(blank, false)) text += ' ';
        if (c == '"') {
            text += '"' + std::string(string_text("a string")) + '"';
            --position_;
        } else {
            text += c;
            if (arrow) text += text_[++position_];
        }
    }
    fail_at(start, std::string("expected '") + closing.back() + "' before the end of the text");
}

char TextLexer::character() {
    return position_ < text_.size() ? text_[position_] : '\0';
}

} // namespace hlo2cpp::stablehlo
