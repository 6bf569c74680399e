// Tables for people: columns of text, aligned.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

// "1,234,567".
std::string with_thousands(std::int64_t value);

class Table {
public:
    enum class Align : std::uint8_t { Left, Right };
    struct Column {
        std::string title; // may be empty in all columns: then there is no line of titles
        Align align = Align::Left;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
    void add(std::vector<std::string> cells); // one a column
    bool empty() const { return rows_.empty(); }
    // Every line begins with `indent` blanks and ends without any.
    std::string text(std::size_t indent = 4) const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace hlo2cpp
