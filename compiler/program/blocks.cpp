#include "program/blocks.h"

#include <iterator>
#include <utility>

#include "support/diagnostics.h"

namespace hlo2cpp {

void Blocks::close() {
    check_internal(open_.size() > 1, "program closes a block too many");
    OpenBlock block = std::move(open_.back());
    open_.pop_back();
    if (block.is_loop() && block.statements.empty()) return;
    if (tree::For* loop = std::get_if<tree::For>(&block.frame))
        if (keep_rolled_ && loop->unroll == 0 && !loop->rolled) loop->unroll = 1;
    std::visit(
        [&]<typename Frame>(Frame& frame) {
            if constexpr (std::is_same_v<Frame, std::monostate>) {
                add(std::move(block.statements));
            } else {
                frame.body = std::move(block.statements);
                add(std::move(frame));
            }
        },
        block.frame);
}

void Blocks::add(tree::Statements statements) {
    tree::Statements& all = open_.back().statements;
    all.insert(all.end(), std::make_move_iterator(statements.begin()), std::make_move_iterator(statements.end()));
}

tree::Statements Blocks::take_block() {
    check_internal(open_.size() > 1, "program closes a block too many");
    tree::Statements statements = std::move(open_.back().statements);
    open_.pop_back();
    return statements;
}

std::vector<OpenBlock> Blocks::suspend(std::size_t depth) {
    const auto begin = open_.begin() + static_cast<std::ptrdiff_t>(depth) + 1;
    std::vector<OpenBlock> inner(std::make_move_iterator(begin), std::make_move_iterator(open_.end()));
    open_.erase(begin, open_.end());
    return inner;
}

void Blocks::resume(std::vector<OpenBlock> blocks) {
    open_.insert(open_.end(), std::make_move_iterator(blocks.begin()), std::make_move_iterator(blocks.end()));
}

tree::Statements Blocks::take_all() {
    check_internal(open_.size() == 1, "program leaves a block open");
    return std::move(open_.front().statements);
}

} // namespace hlo2cpp
