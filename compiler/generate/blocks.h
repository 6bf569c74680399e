// The blocks of C++ that are open while code is printed, outermost first. A statement can be added to any open block:
// it then stands in front of the inner blocks, which reach the text of the block around them when they are closed. So a
// value that does not change in a loop is computed in front of it.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "kernel/expression.h"

namespace hlo2cpp {

// Stands for the macro NAME_ROLLED in front of a loop that Clang shall not make copies of.
inline constexpr const char* kRolled = "@ROLLED";

struct Block {
    std::string header;      // "for (...) {"; empty with an empty footer: no braces, no indentation
    std::string footer;      // "}"; empty where the header of the next block closes this one
    bool loop = false;       // runs several times
    bool guard = false;      // may not run: what it protects must not leave it
    std::string pragma = {}; // a line directly in front of the header

    std::vector<std::string> lines = {};
    std::unordered_map<ExprId, std::string> exprs = {}; // what is computed here, and its text
    std::unordered_map<TermId, std::string> terms = {};
};

class Blocks {
public:
    // The outermost block has no header. `keep_rolled`: compilers shall not make several copies of a loop's body, for
    // which a machine without vectors has no registers.
    explicit Blocks(bool keep_rolled = false) : open_(1), keep_rolled_(keep_rolled) {}
    void open(Block block) { open_.push_back(std::move(block)); }
    void open_plain() { open_.emplace_back(); }
    // `unroll`: how often the compiler is asked to write the body out; 0: as it likes.
    void open_loop(std::string header, bool guard = false, std::int64_t unroll = 0) {
        open(Block{.header = std::move(header),
                   .footer = "}",
                   .loop = true,
                   .guard = guard,
                   .pragma = unroll > 0 ? "#pragma GCC unroll " + std::to_string(unroll) : ""});
    }
    void open_if(const std::string& condition) {
        open(Block{.header = "if (" + condition + ") {", .footer = "}", .guard = true});
    }
    void close();
    // The lines of the innermost block, which is gone.
    std::vector<std::string> take_block();
    void line(std::string text) { open_.back().lines.push_back(std::move(text)); }

    std::size_t top() const { return open_.size() - 1; }
    Block& operator[](std::size_t depth) { return open_[depth]; }
    const Block& operator[](std::size_t depth) const { return open_[depth]; }

    // Takes the blocks inside `depth` away, to open others there; `resume` puts them back.
    std::vector<Block> suspend(std::size_t depth);
    void resume(std::vector<Block> blocks);

    // All text; only the outermost block is open.
    std::vector<std::string> take_lines();

private:
    std::vector<Block> open_;
    bool keep_rolled_;
};

} // namespace hlo2cpp
