#include "generate/blocks.h"

#include <iterator>

#include "support/diagnostics.h"

namespace hlo2cpp {

void Blocks::close() {
    check_internal(open_.size() > 1, "generate closes a block too many");
    Block block = std::move(open_.back());
    open_.pop_back();
    std::vector<std::string>& lines = open_.back().lines;
    const bool braces = !block.header.empty();
    if (braces && block.loop && block.lines.empty()) return;
    const bool counted = block.header.find("&&") == std::string::npos; // GCC warns of an annotation at any other loop
    if (keep_rolled_ && block.loop && counted && block.pragma.empty()) block.pragma = "#pragma GCC unroll 1";
    if (!block.pragma.empty()) lines.push_back(std::move(block.pragma));
    if (braces) lines.push_back(std::move(block.header));
    for (std::string& line : block.lines) lines.push_back(braces ? "    " + line : std::move(line));
    if (!block.footer.empty()) lines.push_back(std::move(block.footer));
}

std::vector<std::string> Blocks::take_block() {
    check_internal(open_.size() > 1, "generate closes a block too many");
    std::vector<std::string> lines = std::move(open_.back().lines);
    open_.pop_back();
    return lines;
}

std::vector<Block> Blocks::suspend(std::size_t depth) {
    const auto begin = open_.begin() + static_cast<std::ptrdiff_t>(depth) + 1;
    std::vector<Block> inner(std::make_move_iterator(begin), std::make_move_iterator(open_.end()));
    open_.erase(begin, open_.end());
    return inner;
}

void Blocks::resume(std::vector<Block> blocks) {
    open_.insert(open_.end(), std::make_move_iterator(blocks.begin()), std::make_move_iterator(blocks.end()));
}

std::vector<std::string> Blocks::take_lines() {
    check_internal(open_.size() == 1, "generate leaves a block open");
    return std::move(open_.front().lines);
}

} // namespace hlo2cpp
