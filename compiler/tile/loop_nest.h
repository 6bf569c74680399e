// Loop nests: how each kernel runs. `tile` decides, `generate` prints.
//
// A nest cuts the parallel dimensions of its kernel into pieces, boxes that cover each point once (but see
// RegisterTile::again); bounds that the
// whole box meets cost nothing there (that is how borders are peeled). Inside a piece some points are computed at once,
// in registers:
//
//         lane dimension ->   vectors * lanes points           rows * vectors accumulators live in registers
//       row   [vvvv][vvvv]    (here 3 rows, 2 vectors           while the reduction runs; a term's load that
//       dim   [vvvv][vvvv]     of 4 lanes)                      does not depend on the rows is loaded once for
//        |    [vvvv][vvvv]                                      all of them, one without lanes is a scalar.
//        v
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "nest/statement.h"
#include "support/range.h"

namespace hlo2cpp {

// A loop over one parallel dimension, in steps of the rows or lanes of the register tile where it is one of its
// dimensions.
struct Loop {
    std::int64_t dim = 0;
    std::int64_t step = 1; // divides the size of the piece's range
    bool down = false;     // from the last step to the first
};

// Between neighbouring lanes in memory, where they are no neighbours: two vectors are loaded, and half of each is used;
// or each lane is loaded for itself.
constexpr std::int64_t kEverySecond = 2, kFarthest = 8;

// Without a reduction there are no accumulators: a tile is one row of vectors, which are computed, and stored, one
// after the other.
struct RegisterTile {
    std::int64_t row_dim = -1; // -1: one row
    std::int64_t rows = 1;
    std::int64_t lane_dim = -1; // -1: none; a reduction dimension where `lane_reduces`
    std::int64_t lanes = 1;     // of a vector; 1: scalars
    std::int64_t vectors = 1;
    std::int64_t idle = 0; // lanes of the last vector that hold no point: behind the end of the lane dimension
    // The first points of the piece's lane dimension, which the piece in front of it has too: so that its vectors are
    // full. They are computed and stored again, alike. Where `lane_reduces`: the first lanes of the last vector, whose
    // terms the vector in front of it has too.
    std::int64_t again = 0;
    bool new_lanes = false;      // those points are not stored: what they are made of may be overwritten
    std::int64_t rows_again = 0; // the same of the row dimension, of tiles that transpose
    // Elements that only move: side by side along the rows where they are loaded, along the lanes where they are
    // stored.
    bool transposes = false;
    // Partial results, by turns of the steps of the innermost reduction loop; a power of two. Halves of them are
    // combined until one is left. They divide the steps unless `lane_reduces`.
    std::int64_t chains = 1;
    // Each lane of each chain holds a partial result of one point, by turns; they are combined like chains.
    bool lane_reduces = false;
    bool in_parts = false; // each accumulator is three, see tile/extremum_parts.h
    bool tiled() const { return rows * lanes * vectors * chains > 1; }
    std::int64_t columns() const { return lanes * vectors - idle; } // points of the lane dimension
};

// A loop over one or several reduction dimensions that follow each other in memory in every load (outermost first).
struct ReductionLoop {
    std::vector<std::int64_t> dims;    // numbers in the kernel's space
    Range range = {};                  // of their points, row-major: what no condition leaves out everywhere
    std::vector<Condition> conditions; // of the reduction, those that leave out some of these points
    bool taps = false;                 // written out: see Piece::taps
    std::int64_t unroll = 0;           // copies that compilers shall make of the body; 0: as they like
    bool rolled = false;               // Clang shall make none
    // The terms of so many points are added to partial sums, and these to the accumulators, see sum_blocks.h; 0: all
    // terms to the accumulators themselves.
    std::int64_t block = 0;
    // So many steps at once, whose scalars of a row are one vector: the lanes of the tile. 1: step by step.
    // What fills no vector follows step by step.
    std::int64_t together = 1;
    bool pairs = false; // each of them takes its vectors two by two, else all at once
    // Of steps that are written out: each row of the tile takes all of its steps before the next one does, so that what
    // neighbouring rows both read is loaded once, and goes by.
    bool rows_first = false;
};

// In which tiles along the rows neighbouring taps run, where the first tile and the last are borders.
enum class Edge : std::uint8_t {
    None,    // in all, alike
    Tested,  // in all, but for rows that the conditions leave out
    Clipped, // in all, but for taps that the conditions leave out for some row
    First,   // in the first one alone: the others have no conditions there
    Last,    // in the last one alone
};

// Neighbouring taps of a border: values of a reduction dimension that the same rows of the tile take part in. Where the
// dimension is the last but one, they and the innermost loop are one walk through memory.
struct TapRun {
    Range taps;
    Range rows;
    std::int64_t unroll = 0; // as in ReductionLoop, of the loop over them
    Edge edge = Edge::None;
    std::vector<TapRun> inner; // of the next reduction loop that has taps
};

// What becomes of the accumulators of a tile after the reduction.
enum class Epilogue : std::uint8_t {
    Vectors,    // finished and stored as vectors
    Scalars,    // each finished as a scalar, where it stands
    OneByOne,   // scalars go to an array, a loop finishes one after the other: long code stands there once
    LaneByLane, // the vectors of a row go to an array, a loop finishes one lane after the other
};

struct Piece {
    std::vector<Range> box;  // one range a parallel dimension
    std::vector<Loop> loops; // outermost first, each parallel dimension once; empty ranges do not occur
    RegisterTile tile;
    std::vector<ReductionLoop> reduction; // outermost first, each reduction dimension once
    // ---- of a piece with a register tile
    std::vector<Condition> conditions; // of the reduction, those that are tested once for a tile
    Range rows = {0, 1};               // of the tile, those that take part in the reduction where no taps say so
    std::vector<TapRun> taps;          // of the outermost reduction loop that has some
    Epilogue epilogue = Epilogue::Scalars;
    ExprId
        from_bias; // the addition of sum and bias: the sums start at the bias, and it is gone; none: at their initial
};

// An operand in the order in which the register tiles read it: element (n, r) of a load that depends on the lane
// dimension n and on the reduction point r (row-major number among `depth` points, in the order of the reduction loops)
// is
//
//     packed[batch * lane_size * depth + (n0 + again) * depth + r * width + (n - n0)]      n0: first lane of the tile
//     of n, width: its width
//
// A constant is packed by the compiler, for each call its own; anything else at run time, into the scratch, before the
// loops. Idle lanes of the last block are zeros; lane_size counts them, and those that are there again.
//
// Blocks of `width` lanes that are computed at once, side by side in `range`.
struct LaneBlocks {
    Range range;
    std::int64_t width = 0;
    std::int64_t again = 0; // the first lanes, which the blocks in front have too
    // Packed at run time: lanes, and steps, of the squares that are transposed into them; 0: one element after the
    // other.
    std::int64_t square = 0;
};

struct Packing {
    ExprId load;                    // the Load expression that is replaced
    bool constant = false;          // else packed at run time
    std::int64_t lane_dim = 0;      // n
    std::vector<LaneBlocks> blocks; // of it, in order
    std::int64_t depth = 1;
    std::vector<std::int64_t> reduction_dims; // those that `r` numbers, outermost first
    std::vector<std::int64_t> batch_dims;     // parallel dimensions that the load depends on too, outermost first
    std::int64_t scratch_offset = 0;          // first element in the scratch, of one packed at run time

    std::int64_t lane_size() const; // of all blocks
};

// Of a sort, see sort_runs.h.
struct SortRuns {
    std::int64_t run = 0;              // elements of the runs that insertion puts in order
    std::vector<std::int64_t> scratch; // for left runs, by output: its first element, counted in the scratch's elements
};

struct Winograd; // see winograd.h

struct LoopNest {
    KernelId kernel;
    std::vector<Piece> pieces;
    std::vector<nest::Body> bodies; // of each piece, its statements
    std::vector<Range> functions;   // of each, its pieces: neighbours, in order
    bool rolled = false;            // compilers shall make no copies of the bodies of loops
    std::vector<Packing> packings;
    std::optional<SortRuns> sort;
    std::shared_ptr<const Winograd> winograd;    // of a convolution that runs so, else null
    std::int64_t scratch_bytes = 0;              // needed while the kernel runs
    ElementType scratch_type = ElementType::F32; // of its elements

    // Null where the load reads its array as it lies.
    const Packing* packing_of(ExprId load) const;
};

struct LoopNests {
    Target target;
    bool in_order = false;       // a sum is added up in the same order on every target, see fixed_lanes.h
    std::vector<LoopNest> nests; // one a kernel, by KernelId

    // Null where the kernel has none.
    const LoopNest* of(KernelId id) const { return id.index() < nests.size() ? &nests[id.index()] : nullptr; }
};

std::string print(const Kernels& kernels, const LoopNests& nests);

} // namespace hlo2cpp
