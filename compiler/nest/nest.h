// Loop nests: how each kernel runs. `tile` decides them, the stages behind it read them, and `program` says them in
// C++.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "machine/target.h"
#include "nest/statement.h"

namespace hlo2cpp {

// Packed operand: its elements have the order in which the register tiles read them. Let the load depend on the lane
// dimension n and on the reduction point r (a row-major number among `depth` points and padding, in the order of the
// reduction loops). Its element (n, r) is
//
//     packed[batch * lane_size * depth + (n0 + again) * depth + r * width + (n - n0)]
//
//     n0: first lane of the block of lanes that has n; width: number of lanes in it
//
// The compiler packs a constant, a copy for each call. Another operand is packed at run time, into the scratch, before
// the loops. Idle lanes of the last block are zeros; lane_size counts them, and the lanes of an overlap twice.

// Blocks of `width` lanes that are computed at once; together they cover `range`.
struct LaneBlocks {
    Range range;
    std::int64_t width = 0;
    std::int64_t again = 0; // number of first lanes that the blocks in front have too
    // Side of the squares by which packing at run time transposes lanes and steps; 0: it moves single elements.
    std::int64_t square = 0;
};

struct Packing {
    ExprId load;                    // the Load expression that is replaced
    bool constant = false;          // else packed at run time
    std::int64_t lane_dim = 0;      // n
    std::vector<LaneBlocks> blocks; // blocks of n, in order
    std::int64_t depth = 1;
    std::vector<std::int64_t> reduction_dims; // dimensions that `r` numbers, outermost first
    std::vector<std::int64_t> batch_dims;     // other parallel dimensions of the load, outermost first
    // Steps whose elements in a lane are neighbours: the element is at
    //     packed[... + (r / together) * together * width + (n - n0) * together + r % together]
    std::int64_t together = 1;
    // Steps of a line, the innermost reduction dimension or all of them, if it does not end with a full word: the last
    // word of each line has fewer steps then. 0: all words are full.
    std::int64_t line = 0;
    // Zeros behind the steps of each line, so that its last word is full, too.
    std::int64_t padding = 0;
    // Lanes of a vector in which the first halves of these steps lie in front of the second ones, so that of four bytes
    // a lane a vector has the first two of each, and then the last two of each; 0: there are no halves.
    std::int64_t split = 0;
    bool crossed = false;            // the second and the third of each four steps change places, as in a RowCopy
    std::int64_t scratch_offset = 0; // first element in the scratch, if packed at run time

    bool has_copied_words() const { return !constant && together > 1; }
    // True if words of rows lie one after the other, for tiles of any size.
    bool has_rows() const { return constant && together > 1 && blocks.size() == 1 && blocks[0].width == 1; }
    std::int64_t elements(const Kernel& kernel) const;
    std::int64_t lane_size() const;    // lanes of all blocks
    std::int64_t packed_depth() const; // with padding
    // Lanes of a block that holds so many columns: whole vectors, where words have halves.
    std::int64_t width_of(std::int64_t columns) const;
};

// Copied rows: the elements that a tile's rows read, copied to the scratch in front of the loop over its columns. Those
// that conditions exclude are zeros there, so that no step of the sum is tested. Element (n, r), of the row dimension
// and of the reduction as above, is at
//
//     copy[(r / together) * together * width + (n - n0) * together + r % together]       n0: first row of the tile
struct RowCopy {
    static constexpr std::int64_t kAlignment = 8; // bytes of two pairs, which are loaded at once

    ExprId load;                          // the Load expression that is replaced
    ElementType type = ElementType::S16;  // of the copy
    std::int64_t row_dim = -1;            // n; -1: there is one row
    std::int64_t width = 1;               // rows side by side, at least those of a tile
    std::int64_t depth = 1;               // steps of the reduction
    std::int64_t word = 1;                // steps of a word; zeros fill the last one of a row
    std::int64_t together = 1;            // a pair of s16, or all: stored_depth()
    std::vector<std::int64_t> outer_dims; // dimensions that `r` numbers, outermost first,
    std::vector<std::int64_t> line_dims;  // and those of a line: a run through memory that conditions do not cut
    // The second and the third of each four steps change places, so that four bytes become two pairs by two
    // instructions.
    bool crossed = false;
    std::size_t joined = 0; // last outer dimensions whose lines are one run where conditions cut none

    std::int64_t stored_depth() const { return (depth + word - 1) / word * word; }
    std::int64_t elements() const { return stored_depth() * width; }
    bool has_pairs() const { return type == ElementType::S16; } // words of two columns, in scalars
    std::int64_t columns_in_memory(std::int64_t columns) const { return columns + (has_pairs() ? columns % word : 0); }
    // Steps that are copied together: a pair, which lies beside those of other rows.
    std::int64_t pair() const { return together < stored_depth() ? together : 1; }
    std::int64_t runs(const Kernel& kernel) const; // of a row, where conditions cut none
    // Place of an element, at even steps; the row counts from the first one of the tile.
    Index place(const Kernel& kernel) const;
};

// Runs and scratch of a merge sort, see sort_runs.h.
struct SortRuns {
    std::int64_t run = 0;              // elements of a run, which insertion puts in order
    std::vector<std::int64_t> scratch; // by output: first scratch element for left runs
};

struct LoopNest {
    KernelId kernel;
    std::vector<nest::Body> bodies; // boxes that cover each point once, but for overlaps
    std::vector<Range> functions;   // by function: its bodies, which are neighbours, in order
    bool rolled = false;            // compilers unroll only those loops that have a factor
    std::vector<Packing> packings;
    std::optional<RowCopy> row_copy; // of a factor of the sum
    std::optional<SortRuns> sort;
    std::int64_t scratch_bytes = 0;              // needed while the kernel runs
    ElementType scratch_type = ElementType::F32; // element type of the scratch
    std::int64_t chunks = 1;                     // that may run at the same time, see chunks.h

    bool is_empty() const { return bodies.empty(); } // it has no points
    // The packing of a load; null if the load reads its array unpacked.
    const Packing* packing_of(ExprId load) const;
    bool copies_rows_of(ExprId load) const { return row_copy && row_copy->load == load; }
};

// A call in the body of a loop of the module for several rounds at once: its kernel with one more dimension, the
// rounds, which is the dimension of the lanes. A scalar that the call passes on to the next one is a vector.
struct RoundsCall {
    ValueId output; // the first one of the call
    Kernel kernel;
    LoopNest nest;
};

// How a counted loop of the module runs.
struct ModuleLoop {
    // Rounds at once; rounds that fill no vector follow one by one. A call of the body that is not among `calls` does
    // the same in all rounds.
    std::int64_t lanes = 1;
    std::vector<RoundsCall> calls = {};
    std::int64_t unroll = 0; // copies that compilers make of a round; 0: as they like
};

struct LoopNests {
    Target target;
    bool in_order = false;                     // a sum is added up in the same order on every target, see fixed_lanes.h
    std::vector<LoopNest> nests;               // one a kernel, by KernelId
    std::map<RegionId, ModuleLoop> loops = {}; // by body; a loop that is not here runs as it stands

    // The nest of a kernel; null if the kernel has none.
    const LoopNest* of(KernelId id) const { return id.index() < nests.size() ? &nests[id.index()] : nullptr; }
    // The loop with this body; null if it runs as it stands.
    const ModuleLoop* loop(RegionId body) const {
        const auto found = loops.find(body);
        return found == loops.end() ? nullptr : &found->second;
    }
};

std::string print(const Kernels& kernels, const LoopNests& nests);

} // namespace hlo2cpp
