// The loops with a variable around a place in `run`: how many rounds there may be.
#pragma once

#include <optional>
#include <vector>

#include "program/input.h"
#include "program/linear.h"

namespace hlo2cpp {

class CountedLoops {
public:
    explicit CountedLoops(const ProgramInput& input) : input_(input) {}

    std::size_t depth() const { return loops_.size(); }
    void enter(const While& loop) { loops_.push_back(&loop); }
    void leave() { loops_.pop_back(); }
    // How many rounds a loop inside of these has; an empty range where nothing is known.
    Range rounds_of(const While& loop) const;

private:
    std::optional<Linear> linear_of(ValueId bound, std::int64_t otherwise) const;
    std::optional<std::int64_t> extreme(Linear sum, bool largest) const;

    const ProgramInput& input_;
    std::vector<const While*> loops_; // the innermost last
};

} // namespace hlo2cpp
