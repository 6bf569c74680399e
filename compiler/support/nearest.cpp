#include "support/nearest.h"

#include <algorithm>
#include <cstdint>

namespace hlo2cpp {
namespace {

std::string_view without_dashes(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

// The optimal string alignment distance, row by row of its table: rows[i][j] is the distance of the first i letters of
// `a` from the first j letters of `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                rows[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    }
    return rows.back().back();
}

} // namespace

std::optional<std::string> nearest(std::string_view written, const std::vector<std::string>& words) {
    const std::string_view letters = without_dashes(written);
    if (letters.empty()) return {};
    for (const std::string& word : words)
        if (without_dashes(word).starts_with(letters)) return word;
    for (const std::string& word : words)
        if (letters.size() > 1 && without_dashes(word).find(letters) != word.npos) return word;
    std::optional<std::string> found;
    std::size_t least = SIZE_MAX;
    for (const std::string& word : words) {
        const std::string_view candidate = without_dashes(word);
        const std::size_t distance = edit_distance(letters, candidate);
        if (distance >= least || 3 * distance > std::max(letters.size(), candidate.size())) continue;
        least = distance;
        found = word;
    }
    return found;
}

std::string did_you_mean(std::string_view written, const std::vector<std::string>& words) {
    const std::optional<std::string> word = nearest(written, words);
    return word ? "; did you mean " + *word + "?" : "";
}

} // namespace hlo2cpp
