// Text of HTML: text from the module is data, never markup.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

// Any bytes, as text or as an attribute's value in double quotes: no markup, no control characters, at most `limit`
// characters, then "...".
std::string html_text(std::string_view bytes, std::size_t limit = 160);

// A table whose rows scroll sideways where they are too wide. Cells are HTML.
class HtmlTable {
public:
    enum class Kind : std::uint8_t { Text, Number, Bar };
    struct Column {
        std::string title;
        Kind kind = Kind::Text;
    };
    HtmlTable(std::string caption, std::vector<Column> columns)
        : caption_(std::move(caption)), columns_(std::move(columns)) {}
    void add(const std::vector<std::string>& cells); // one a column
    bool empty() const { return rows_.empty(); }
    std::string html() const;

private:
    std::string caption_;
    std::vector<Column> columns_;
    std::string rows_;
};

// A bar of the part's share in the most of its table; the number stands in another column.
std::string html_bar(std::int64_t part, std::int64_t most);
// A closed "details" element, for content that few want to see.
std::string html_details(const std::string& summary, const std::string& content);

} // namespace hlo2cpp
