#include "hlo/parse/text_cursor.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace hlo2cpp {

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

void TextCursor::skip_space() {
    while (position_ < text_.size()) {
        if (is_space(text_[position_]))
            ++position_;
        else if (text_[position_] == '/')
            skip_comment();
        else
            return;
    }
}

void TextCursor::skip_comment() {
    const std::string_view rest = text_.substr(position_);
    if (rest.starts_with("//")) {
        position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) fail_at(position_, "this comment is not closed; expected */");
        position_ = end + 2;
    } else {
        fail_at(position_, "expected a comment after /");
    }
}

bool TextCursor::at_end() {
    skip_space();
    return position_ == text_.size();
}

char TextCursor::peek() {
    return at_end() ? '\0' : text_[position_];
}

bool TextCursor::next_is(std::string_view symbol) {
    skip_space();
    return text_.substr(position_).starts_with(symbol);
}

bool TextCursor::accept(std::string_view symbol) {
    if (!next_is(symbol)) return false;
    position_ += symbol.size();
    return true;
}

std::size_t TextCursor::position() {
    skip_space();
    return position_;
}

TextPlace TextCursor::place_at(std::size_t position) {
    const auto [begin, end] = std::minmax(position, counted_);
    const std::string_view between = text_.substr(begin, end - begin);
    const auto newlines = static_cast<int>(std::count(between.begin(), between.end(), '\n'));
    line_ += position < counted_ ? -newlines : newlines;
    if (newlines > 0) line_start_ = position == 0 ? 0 : text_.rfind('\n', position - 1) + 1; // npos + 1 is 0
    counted_ = position;
    return {.line = line_, .column = static_cast<int>(position - line_start_) + 1};
}

void TextCursor::fail(const std::string& message) {
    fail_at(position(), message);
}

void TextCursor::fail_at(std::size_t position, const std::string& message) {
    const TextPlace place = place_at(position);
    const std::string_view line = text_.substr(line_start_, text_.find('\n', position) - line_start_);
    throw InputError(Diagnostic{.message = message, .place = place, .excerpt = excerpt(line, place.column)});
}

} // namespace hlo2cpp
