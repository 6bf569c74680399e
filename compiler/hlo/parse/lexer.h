// The words of HLO text, taken one at a time on the parser's request. The kind of a word depends on its place ("1x2" is
// a window size in one place and a mistake in another), so there is no token type, but a function for each kind of
// word.
//
// Every function skips white space and comments (/* */ and //) first. Errors are InputErrors with line and column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/parse/text_cursor.h"

namespace hlo2cpp {

class HloTextLexer : public TextCursor {
public:
    using TextCursor::TextCursor;

    void expect(std::string_view symbol, std::string_view what); // `what`: "after the name of the instruction"

    bool next_is_identifier();
    // [A-Za-z_][A-Za-z0-9_.-]*; `what` names it in an error: "an opcode"
    std::string_view identifier(std::string_view what);
    std::string_view peek_identifier(); // empty where there is none
    // An identifier with or without % in front; after % it may begin with a digit.
    std::string_view name(std::string_view what);
    // A run of [A-Za-z0-9_.+?-] and "->": dim_labels, paddings, numbers. May be empty.
    std::string_view word();
    std::int64_t integer(std::string_view what);
    double real(std::string_view what);
    bool boolean(std::string_view what);
    std::string quoted(std::string_view what); // "..." or '...', without quotes and escapes
    // From an opening brace to its closing one, both included; braces in strings do not count.
    std::string_view balanced(std::string_view what);
    // The run of characters up to the next white space or one of `ends`, without it.
    std::string_view run_until(std::string_view ends);
    std::vector<std::int64_t> integer_list(std::string_view open, std::string_view close, std::string_view what);

    [[noreturn]] void fail_expected(std::string_view what); // "expected WHAT, but found ..."

private:
    std::string found_here();
    char escaped(std::size_t start);
};

} // namespace hlo2cpp
