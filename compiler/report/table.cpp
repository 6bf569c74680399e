#include "report/table.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kColumnGap = 2; // blanks between columns

std::string padded(const std::string& cell, std::size_t width, Table::Align align) {
    const std::string blanks(width - cell.size(), ' ');
    return align == Table::Align::Left ? cell + blanks : blanks + cell;
}

} // namespace

std::string with_thousands(std::int64_t value) {
    std::string digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

void Table::add(std::vector<std::string> cells) {
    check_internal(cells.size() == columns_.size(), "a row of a table has not as many cells as there are columns");
    rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t indent) const {
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (const Column& column : columns_) titles.push_back(column.title);
    for (const std::string& title : titles) widths.push_back(title.size());
    for (const std::vector<std::string>& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    const auto print = [&](const std::vector<std::string>& row) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < row.size(); ++i)
            line += (i > 0 ? std::string(kColumnGap, ' ') : "") + padded(row[i], widths[i], columns_[i].align);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    if (std::ranges::any_of(titles, [](const std::string& title) { return !title.empty(); })) print(titles);
    for (const std::vector<std::string>& row : rows_) print(row);
    return text;
}

} // namespace hlo2cpp
