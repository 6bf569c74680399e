// The words of StableHLO text, taken one at a time on the parser's request, because the kind of a word depends on its
// place. Every function skips white space and comments first. Errors are InputErrors with line, column and the name of
// the operation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/parse/text_cursor.h"

namespace hlo2cpp::stablehlo {

struct ValueName {
    std::string_view name; // without the %
    std::size_t position = 0;
};

class TextLexer : public TextCursor {
public:
    using TextCursor::TextCursor;

    // Name of the operation that errors are about; empty: none. Gives the one before.
    std::string_view set_subject(std::string_view operation);
    [[noreturn]] void fail(const std::string& message);
    [[noreturn]] void fail_at(std::size_t position, const std::string& message);
    [[noreturn]] void fail_expected(const std::string& what); // "expected WHAT, but found ..."

    void expect(std::string_view symbol, std::string_view where = {}); // "after the operands"
    bool next_is_word(std::string_view word);                          // not followed by more of a word
    bool accept_word(std::string_view word);
    void expect_word(std::string_view word);
    bool next_is_name();
    // [A-Za-z_][A-Za-z0-9_$.]*; `what` names it in an error: "a keyword"
    std::string_view name(std::string_view what);
    std::string_view name_or_number(std::string_view what); // of an alias or a block: begins with a digit, too
    std::string key(std::string_view what);                 // a name or a string
    bool next_is_number();
    std::string_view number(std::string_view what); // -1, 2.5e-3, 0xFF
    std::int64_t integer(std::string_view what);
    std::string string(std::string_view what);
    std::string_view string_text(std::string_view what); // what is between the quotes, as written
    std::string symbol(std::string_view what);           // @a is "a", @a::@"b c" is "a::b c"
    ValueName value_name(std::string_view what);
    // Text up to the bracket that closes one that was taken, which is taken, too; white space becomes one blank.
    std::string balanced(char close);
    char character(); // the one at the position, which is not skipped; NUL at the end
    void skip_character() { ++position_; }

private:
    std::string_view run_of_name();
    std::string found_here();
    std::string unescaped(std::string_view raw, std::size_t start);

    std::string_view subject_;
};

// -1: none
constexpr int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

} // namespace hlo2cpp::stablehlo
