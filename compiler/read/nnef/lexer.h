// The tokens of NNEF texts.
#pragma once

#include <string>
#include <string_view>

#include "read/nnef/error.h"

namespace hlo2cpp::nnef {

enum class TokenKind : std::uint8_t { End, Name, Keyword, Integer, Scalar, String, Symbol };

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text; // as written; of a string without its quotes
    TextPlace place;
    bool first_on_line = false;

    bool is(std::string_view symbol_or_keyword) const {
        return (kind == TokenKind::Symbol || kind == TokenKind::Keyword) && text == symbol_or_keyword;
    }
};

class Lexer {
public:
    explicit Lexer(const SourceText& source) : source_(source) { next(); }

    const Token& token() const { return token_; }
    Token ahead() const; // the one behind it
    Token next();        // the token, which is passed
    bool take_if(std::string_view symbol_or_keyword);
    Token take(std::string_view symbol_or_keyword); // complains where there is something else
    Token take_name(std::string_view what);

    [[noreturn]] void fail(const std::string& message) const { fail_at(source_, token_.place, message); }
    [[noreturn]] void fail(TextPlace place, const std::string& message) const { fail_at(source_, place, message); }
    [[noreturn]] void fail_expected(const std::string& what) const; // "expected WHAT, but found ..."

    // The provisional text of the specification: `extent` and the like are words of the language.
    void set_provisional() { provisional_ = true; }

private:
    Token scan();
    Token scan_word();
    Token scan_number();
    Token scan_string();
    Token scan_symbol();
    void skip_space();
    std::size_t skip_digits(std::size_t at) const;
    char at(std::size_t position) const { return position < source_.text.size() ? source_.text[position] : '\0'; }
    TextPlace place_of(std::size_t position) const;
    Token finished(TokenKind kind, std::size_t end);

    const SourceText& source_;
    std::size_t position_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
    bool new_line_ = true;
    bool provisional_ = false;
    Token token_;
};

} // namespace hlo2cpp::nnef
