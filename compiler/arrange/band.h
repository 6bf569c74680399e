// Row streaming: neighbouring steps run for a few rows at a time, in a loop, and hand on a few rows instead of an
// array.
//
//     for each round b                                       warm-up: round -1, of the stages that need it
//         for each stage                                     a call, for `rate` rows
//             the last `kept` rows of its buffer are the first ones now
//             rows lead + rate * b, ... of its output are computed, behind them
//
// A buffer holds rows base + rate * b, ... of its array: `kept + rate` of them. Rows before the array's first and
// behind its last are needed by none: they may be computed, too, from the rows that exist, or be left out.
//
// Calls between them whose arrays a stage reads as a whole run before the loop.
#pragma once

#include <optional>
#include <vector>

#include "arrange/rows.h"
#include "machine/target.h"

namespace hlo2cpp {

// Rows of an array.
struct Rows {
    std::size_t dim = 0;    // of the array, which they lie along
    std::int64_t count = 0; // at least 2
    std::int64_t size = 0;  // elements of one
};

struct Stage {
    std::size_t call = 0;          // number in the region
    std::size_t row_dim = 0;       // of its kernel
    std::vector<Condition> guards; // of its reduction, beside those of the kernel
    Rows output;
    bool inside = false; // only stages of the band read the output, which is a buffer then
    std::int64_t rate = 0, lead = 0, base = 0;
    bool warms_up = false;
    bool leaves_output = false; // some rounds have rows that are outside of the output

    std::int64_t kept() const { return lead - base; }
    std::int64_t buffer_rows() const { return kept() + rate; }
    std::int64_t buffer_bytes(const RowAnalysis& calls) const;
};

struct Band {
    std::vector<std::size_t> before; // calls that run before it, in their order
    std::vector<Stage> stages;       // in the order of the calls
    std::int64_t rounds = 0;
    bool warms_up() const;
    bool is_inside(const RowAnalysis& calls, ValueId value) const; // its stages alone use the array
};

// The bands of the calls from `first` on, whose last one writes rows along dimension `rows` of its output, and whose
// first one is a stage: one for each of up to four numbers of rows a round, the fewest first; behind a cache, which may
// not hold what each round reads, one for each that is at least twice the one before. `read_later` has a flag a call: a
// step after the band reads its output.
std::vector<Band> bands_of(RowAnalysis& calls, std::size_t first, const std::vector<bool>& read_later, std::size_t rows,
                           const ArenaMemory& memory);

} // namespace hlo2cpp
