// A text that is read from its beginning to its end, with line and column for errors.
//
// Every function skips white space and comments (/* */ and //) first.
#pragma once

#include <string>
#include <string_view>

#include "support/text_place.h"

namespace hlo2cpp {

class TextCursor {
public:
    explicit TextCursor(std::string_view text) : text_(text) {}

    bool at_end();
    char peek();                           // the next character; NUL at the end
    bool next_is(std::string_view symbol); // without taking it
    bool accept(std::string_view symbol);

    std::size_t position(); // offset in bytes of the next word
    void rewind(std::size_t position) { position_ = position; }
    TextPlace place_at(std::size_t position);           // fast near the last place
    [[noreturn]] void fail(const std::string& message); // at the next word
    [[noreturn]] void fail_at(std::size_t position, const std::string& message);

protected:
    void skip_space();

    std::string_view text_;
    std::size_t position_ = 0;

private:
    void skip_comment();

    std::size_t counted_ = 0; // line_ is the line of this position
    int line_ = 1;
    std::size_t line_start_ = 0;
};

// White space, as in C.
bool is_space(char c);

} // namespace hlo2cpp
