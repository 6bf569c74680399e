// The blocks of C++ that are open while a function is built, outermost first. A statement can be added to any open
// block: it then stands in front of the inner blocks, which become statements of the block around them when they are
// closed. So a value that does not change in a loop is computed in front of it.
#pragma once

#include <unordered_map>
#include <variant>
#include <vector>

#include "kernel/expression.h"
#include "tree/statement.h"

namespace hlo2cpp {

struct OpenBlock {
    // Statement that takes the block's statements as its body; none: they join the surrounding block.
    std::variant<std::monostate, tree::For, tree::While, tree::If, tree::Block> frame = {};
    bool guard = false; // the block may not run: values that it protects must not leave it

    tree::Statements statements = {};
    std::unordered_map<ExprId, tree::Expression> exprs = {}; // values that are computed here
    std::unordered_map<TermId, tree::Expression> terms = {};
    std::unordered_map<ExprId, tree::Expression> spread = {}; // values in all lanes of a vector

    bool is_loop() const {
        return std::holds_alternative<tree::For>(frame) || std::holds_alternative<tree::While>(frame);
    }
};

class Blocks {
public:
    // `keep_rolled`: compilers shall not make several copies of a loop's body, for which a machine without vectors has
    // no registers.
    explicit Blocks(bool keep_rolled = false) : open_(1), keep_rolled_(keep_rolled) {}
    void open(OpenBlock block) { open_.push_back(std::move(block)); }
    void open_plain() { open_.emplace_back(); }
    // `guard`: there may be no round.
    void open_loop(tree::For loop, bool guard = false) { open({.frame = std::move(loop), .guard = guard}); }
    void open_if(tree::Expression test) { open({.frame = tree::If{.test = std::move(test)}, .guard = true}); }
    void open_block(std::string comment) { open({.frame = tree::Block{.comment = std::move(comment)}}); }
    void close();
    // The statements of the innermost block, which is gone.
    tree::Statements take_block();
    void add(tree::Statement statement) { open_.back().statements.push_back(std::move(statement)); }
    void add(tree::Statements statements);

    std::size_t top() const { return open_.size() - 1; }
    OpenBlock& operator[](std::size_t depth) { return open_[depth]; }
    const OpenBlock& operator[](std::size_t depth) const { return open_[depth]; }

    // Takes the blocks inside `depth` away, to open others there; `resume` puts them back.
    std::vector<OpenBlock> suspend(std::size_t depth);
    void resume(std::vector<OpenBlock> blocks);

    // All statements; only the outermost block is open.
    tree::Statements take_all();

private:
    std::vector<OpenBlock> open_;
    bool keep_rolled_;
};

} // namespace hlo2cpp
