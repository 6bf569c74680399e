// The counted loops around a place in `run`, and the number of rounds of a loop inside them.
#pragma once

#include <optional>
#include <vector>

#include "program/input.h"

namespace hlo2cpp {

class CountedLoops {
public:
    explicit CountedLoops(const ProgramInput& input) : input_(input) {}

    std::size_t depth() const { return loops_.size(); }
    void enter(const While& loop) { loops_.push_back(&loop); }
    void leave() { loops_.pop_back(); }
    // Range of the number of rounds of a loop inside these loops; empty if nothing is known.
    Range rounds_of(const While& loop) const;

private:
    std::optional<Index> bound_of(ValueId bound, std::int64_t otherwise) const;
    std::optional<std::int64_t> extreme(std::optional<Index> sum, bool largest) const;

    const ProgramInput& input_;
    std::vector<const While*> loops_; // the innermost last
};

} // namespace hlo2cpp
