// The point at which expressions of a kernel are built: the bindings of dimensions, the open blocks, and the values
// that are known there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "kernel/dependence.h"
#include "program/blocks.h"
#include "program/names.h"

namespace hlo2cpp {

// A dimension at a point: `variable` + `offset`, known in the blocks from `depth` on; a number where there is no
// variable.
struct DimensionAt {
    tree::Expression variable = {};
    std::int64_t offset = 0;
    std::size_t depth = 0;
};

class EmitPoint {
public:
    EmitPoint(const Kernel& kernel, std::vector<Range> ranges, std::vector<ExprId> roots, Names& names, Blocks& blocks);

    // Binds a dimension at the point. A block must be opened before a dimension is bound again: values that depend on
    // it are remembered in the block that computed them.
    void bind(std::int64_t dim, DimensionAt at) { dimensions_[static_cast<std::size_t>(dim)] = std::move(at); }
    // Limits a dimension further, or widens it again.
    void set_range(std::int64_t dim, Range range);
    // A value with several uses at this point is one value, also where a smaller range leaves one of its uses.
    void share_uses() { shared_uses_ = uses_; }
    void share_no_uses() { shared_uses_.reset(); }
    // These conditions hold from here on, until `assume` is called again.
    void assume(const std::vector<Condition>& conditions);
    // Sets the values of Accumulator expressions, from the innermost block on.
    void bind_accumulators(std::vector<tree::Expression> accumulators);

    const Bounds& bounds() const { return bounds_; }
    const Dependences& dependences() const { return *dependences_; }
    const Range& range(std::int64_t dim) const { return ranges_[static_cast<std::size_t>(dim)]; }
    Blocks& blocks() { return blocks_; }
    Names& names() { return names_; }
    const Kernel& kernel() const { return kernel_; }

    // `const T name = value;` in the block `depth`; returns the name.
    tree::Expression define(std::size_t depth, const tree::Type& type, std::string_view wanted,
                            const tree::Expression& value);
    // Like define, but a value that is already defined in the block is used again.
    tree::Expression define_once(std::size_t depth, const tree::Type& type, std::string_view wanted,
                                 const tree::Expression& value);
    // Outermost block in which all its operands are known and which runs as often as the value is needed.
    std::size_t place(const Dependence& dependence, bool shared) const;

protected:
    bool is_shared(ExprId id) const {
        return uses_.count(id) > 1 || (shared_uses_ && uses_.count(id) > 0 && shared_uses_->count(id) > 1);
    }
    bool known(ExprId id) const { return known(id, blocks_.top()); }
    bool known(ExprId id, std::size_t depth) const; // in that block
    tree::Expression known_as(ExprId id) const;     // a constant, an accumulator, or a computed value
    // Expressions that must still be computed for `root`, operands first. Guards compute their own expressions
    // themselves.
    std::vector<ExprId> missing(ExprId root) const;

    const Kernel& kernel_;
    std::vector<Range> ranges_;
    std::vector<ExprId> roots_;
    Bounds bounds_;
    std::optional<Dependences> dependences_;
    Uses uses_;
    std::optional<Uses> shared_uses_;
    Names& names_;
    Blocks& blocks_;
    std::vector<DimensionAt> dimensions_;

private:
    void decide_guards();

    std::size_t base_; // the block in which the point was made; nothing is added outside it
    std::vector<tree::Expression> accumulators_;
    std::size_t accumulator_depth_ = 0;
};

} // namespace hlo2cpp
