// Register tiles for reductions: dots, convolutions, pooling, sums.
#pragma once

#include <optional>
#include <vector>

#include "support/goal.h"
#include "tile/candidate.h"

namespace hlo2cpp {

struct ContractionOptions {
    bool in_order = false;                    // each sum adds its terms one by one, or in fixed lanes
    std::int64_t unrolled_taps = 1;           // most taps of a border that are written out; more are tested at run time
    bool joined_borders = false;              // tiles of a border run in the code of the inner tiles
    bool small = false;                       // saving code bytes is worth cycles
    std::vector<ArgumentId> as_they_lie = {}; // constant arguments that stay unpacked
};

// The options that a goal asks for, without constants that stay as they lie.
ContractionOptions contraction_options(const Target& target, const Goal& goal);

// The nest whose accumulators live in registers; nothing if the reduction has no such nest (its combiner or term has no
// vector form, its indices are irregular, or it is too small).
std::optional<Tiling> tile_contraction(const Kernel& kernel, const Target& target, const ContractionOptions& options);

// The fastest nest, with or without a register tile. The kernel has a reduction of one term.
Candidate best_contraction(const Kernel& kernel, const Target& target, const ContractionOptions& options);

// The fastest nest first, then nests with other tile sizes that take at most `slack` times as long.
std::vector<Candidate> contraction_candidates(const Kernel& kernel, const Target& target,
                                              const ContractionOptions& options, double slack);

} // namespace hlo2cpp
