// Register tiles for reductions: dots, convolutions, pooling, sums.
#pragma once

#include <optional>
#include <vector>

#include "tile/loop_nest.h"

namespace hlo2cpp {

struct ContractionOptions {
    bool in_order = false;          // each sum adds its terms one by one, or in fixed lanes
    std::int64_t unrolled_taps = 1; // a border is written out tap by tap; more than this are tested at run time instead
    bool joined_borders = false;    // tiles of a border run in the text of those inside
    bool small = false;             // few bytes of code are worth cycles
    std::vector<ArgumentId> as_they_lie = {}; // of the kernel: constants that are not packed
};

// A nest, and the cycles that it takes.
struct Candidate {
    LoopNest nest;
    double cycles = 0;
};

// A nest whose accumulators live in registers, or nothing where the kernel is no reduction that can run so (its
// combiner or term has no vector form, its indices are irregular, it is too small).
std::optional<LoopNest> tile_contraction(const Kernel& kernel, const Target& target, const ContractionOptions& options);

// That nest, or the one that takes one point after the other. The kernel has a reduction of one term.
Candidate best_contraction(const Kernel& kernel, const Target& target, const ContractionOptions& options);

// That nest and others, with tiles of other sizes, which take at most `slack` times as long.
std::vector<Candidate> contraction_candidates(const Kernel& kernel, const Target& target,
                                              const ContractionOptions& options, double slack);

} // namespace hlo2cpp
