#include "generate/stack/address.h"

#include <cctype>
#include <optional>

#include "generate/text_lines.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostOffsets = 256;

// Reads sums and products by constants; anything else ends it without a value.
class IndexReader {
public:
    explicit IndexReader(std::string_view text) : text_(text) {}
    std::optional<LinearIndex> read() {
        std::optional<LinearIndex> index = sum(0);
        skip_blanks();
        return at_ == text_.size() ? index : std::nullopt;
    }

private:
    static constexpr int kMostNested = 32; // brackets

    void skip_blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    std::optional<LinearIndex> sum(int nested) {
        std::optional<LinearIndex> total = product(nested);
        while (total) {
            const bool minus = take('-');
            if (!minus && !take('+')) break;
            const std::optional<LinearIndex> more = product(nested);
            if (!more) return std::nullopt;
            for (const auto& [name, factor] : *more) (*total)[name] += minus ? -factor : factor;
        }
        return total;
    }

    std::optional<LinearIndex> product(int nested) {
        std::optional<LinearIndex> left = factor(nested);
        while (left && take('*')) {
            const std::optional<LinearIndex> right = factor(nested);
            if (!right || (!is_constant(*left) && !is_constant(*right))) return std::nullopt;
            left = is_constant(*right) ? scaled(*left, *right) : scaled(*right, *left);
        }
        return left;
    }

    static LinearIndex scaled(LinearIndex index, const LinearIndex& constant) {
        const std::int64_t factor = constant.empty() ? 0 : constant.begin()->second;
        for (auto& [name, value] : index) value *= factor;
        return index;
    }

    static bool is_constant(const LinearIndex& index) {
        return index.empty() || (index.size() == 1 && index.contains(""));
    }

    std::optional<LinearIndex> factor(int nested) {
        if (nested > kMostNested) return std::nullopt;
        if (take('(')) {
            std::optional<LinearIndex> inner = sum(nested + 1);
            return take(')') ? inner : std::nullopt;
        }
        skip_blanks();
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) ++end;
        const std::string word(text_.substr(at_, end - at_));
        if (word.empty() || word.size() > 80 || (end < text_.size() && (text_[end] == '(' || text_[end] == '[')))
            return std::nullopt;
        at_ = end;
        if (!std::isdigit(static_cast<unsigned char>(word[0]))) return LinearIndex{{word, 1}};
        return word.size() > 15 ? std::nullopt : std::optional(LinearIndex{{"", std::stoll(word)}});
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::size_t closing_bracket(std::string_view line, std::size_t open) {
    std::int64_t depth = 0;
    for (std::size_t i = open; i < line.size(); ++i) {
        depth += line[i] == '[' ? 1 : line[i] == ']' ? -1 : 0;
        if (depth == 0) return i;
    }
    return line.size();
}

Access access_at(std::string_view array, std::string_view text, const std::vector<Unrolled>& unrolled) {
    Access access{.array = std::string(array), .stride = std::string(text), .offsets = {0}};
    std::optional<LinearIndex> index = IndexReader(text).read();
    if (!index) return access;
    access.offsets = {(*index)[""]};
    index->erase("");
    for (const Unrolled& loop : unrolled) {
        const auto found = index->find(loop.variable);
        if (found == index->end() || access.offsets.size() > kMostOffsets) continue;
        std::set<std::int64_t> copies;
        for (const std::int64_t offset : access.offsets)
            for (std::int64_t i = 0; i < loop.count; ++i) copies.insert(offset + i * found->second);
        access.offsets = std::move(copies);
        index->erase(found);
    }
    access.stride.clear();
    for (const auto& [name, factor] : *index) access.stride += name + "*" + std::to_string(factor) + " ";
    return access;
}

} // namespace

std::vector<Access> accesses_of(std::string_view line, const std::vector<Unrolled>& unrolled) {
    std::vector<Access> accesses;
    for (std::size_t open = line.find('['); open != line.npos; open = line.find('[', open + 1)) {
        std::size_t begin = open;
        while (begin > 0 && is_word_character(line[begin - 1])) --begin;
        const std::string_view array = line.substr(begin, open - begin);
        if (array.empty() || array.starts_with("acc")) continue;
        const std::size_t close = closing_bracket(line, open);
        accesses.push_back(access_at(array, line.substr(open + 1, close - open - 1), unrolled));
    }
    return accesses;
}

} // namespace hlo2cpp
