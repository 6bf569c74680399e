#include "report/html.h"

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

std::string html_text(std::string_view bytes, std::size_t limit) {
    std::string text;
    for (const char c : printable(bytes, limit)) switch (c) {
        case '&': text += "&amp;"; break;
        case '<': text += "&lt;"; break;
        case '>': text += "&gt;"; break;
        case '"': text += "&quot;"; break;
        case '\'': text += "&#39;"; break;
        default: text += c;
        }
    return text;
}

namespace {

std::string cell_of(HtmlTable::Kind kind) {
    switch (kind) {
    case HtmlTable::Kind::Text: break;
    case HtmlTable::Kind::Number: return "<td class=\"n\">";
    case HtmlTable::Kind::Bar: return "<td class=\"bars\">";
    }
    return "<td>";
}

} // namespace

void HtmlTable::add(const std::vector<std::string>& cells) {
    check_internal(cells.size() == columns_.size(), "a row of a table has not as many cells as there are columns");
    rows_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) rows_ += cell_of(columns_[i].kind) + cells[i] + "</td>";
    rows_ += "</tr>\n";
}

std::string HtmlTable::html() const {
    std::string text = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + caption_ +
                       "\">\n<table>\n<caption>" + caption_ + "</caption>\n<thead><tr>";
    for (const Column& column : columns_) {
        if (column.kind == Kind::Bar)
            text += "<td class=\"bars\"></td>"; // shows the number beside it once more
        else
            text += std::string("<th scope=\"col\"") + (column.kind == Kind::Number ? " class=\"n\">" : ">") +
                    column.title + "</th>";
    }
    return text + "</tr></thead>\n<tbody>\n" + rows_ + "</tbody>\n</table>\n</div>\n";
}

std::string html_bar(std::int64_t part, std::int64_t most) {
    if (part <= 0 || most <= 0) return "";
    const double share = std::min(1.0, static_cast<double>(part) / static_cast<double>(most));
    const auto tenths = static_cast<std::int64_t>(1000 * share); // of a percent
    return "<i class=\"bar\" style=\"width:" + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           "%\"></i>";
}

std::string html_details(const std::string& summary, const std::string& content) {
    return "<details>\n<summary>" + summary + "</summary>\n" + content + "</details>\n";
}

} // namespace hlo2cpp
