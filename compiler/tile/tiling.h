// Tilings: the decisions of `tile` for each kernel, from which tile/statements builds the statements of nest/. No other
// stage sees them.
//
// A tiling cuts the parallel dimensions of its kernel into pieces: boxes that cover each point once (except for an
// overlap, see RegisterTile::again). Bounds that hold in a whole box cost nothing there; this is how borders are
// peeled. Inside a piece a register tile computes several points at once:
//
//         lane dimension ->   vectors * lanes points           rows * vectors accumulators live in registers
//       row   [vvvv][vvvv]    (here 3 rows, 2 vectors           while the reduction runs; a term's load that
//       dim   [vvvv][vvvv]     of 4 lanes)                      does not depend on the rows is loaded once for
//        |    [vvvv][vvvv]                                      all of them, one without lanes is a scalar.
//        v
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "nest/nest.h"

namespace hlo2cpp {

// A loop over one parallel dimension. Its step is the rows or lanes of the register tile if the tile has this
// dimension.
struct Loop {
    std::int64_t dim = 0;
    std::int64_t step = 1;   // divides the size of the piece's range
    bool down = false;       // from the last step to the first
    std::int64_t unroll = 0; // unroll factor for compilers; 0: they choose
};

// Block of points that are computed at once. Without a reduction there are no accumulators: a tile is one row of
// vectors, each of which is computed and stored before the next one.
struct RegisterTile {
    std::int64_t row_dim = -1; // -1: one row
    std::int64_t rows = 1;
    std::int64_t lane_dim = -1; // -1: none; a dimension that is folded if `lane_reduces`
    std::int64_t lanes = 1;     // elements of a vector; 1: scalars
    std::int64_t vectors = 1;
    std::int64_t idle = 0; // lanes of the last vector that hold no point (the lane dimension has ended)
    // Overlapping tail: number of first points in the piece's lane dimension that the piece in front has too, so that
    // all vectors are full. They are computed and stored twice, with the same values. If `lane_reduces`: number of
    // first lanes of the last vector whose terms the vector in front has too.
    std::int64_t again = 0;
    bool new_lanes = false;      // the overlap is not stored twice: its operands may be overwritten
    std::int64_t rows_again = 0; // overlap along the row dimension, of tiles that transpose
    bool halves = false;         // lanes are f16 as their bits, see Target::half_arithmetic
    // The tile only moves elements: they are loaded along the rows and stored along the lanes.
    bool transposes = false;
    // Number of partial results, a power of two: the steps of the innermost reduction loop go to them in turn, and
    // halves of them are combined until one is left. It divides the number of steps unless `lane_reduces`.
    std::int64_t chains = 1;
    // Horizontal reduction: each lane of each chain holds a partial result of one point; they are combined like chains.
    // The lanes of a scan lie along it then, see nest::ScanLanes; points that fill no vector follow one by one.
    bool lane_reduces = false;
    // Results that are finished as one vector, of scalar sums: of this tile, and of those behind it along the lane
    // dimension, which put their sums into an array until then. 1: each is finished as a scalar.
    std::int64_t result_lanes = 1;
    bool in_parts = false; // each accumulator is three registers, see tile/extremum_parts.h
    bool tiled() const { return rows * lanes * vectors * chains > 1; }
    std::int64_t columns() const { return lanes * vectors - idle; } // points of the lane dimension
    // Points of the lane dimension in a round of the loop over it.
    std::int64_t step() const { return std::max(columns(), result_lanes); }
};

// A loop over one or several reduction dimensions that follow each other in memory in every load (outermost first).
struct ReductionLoop {
    std::vector<std::int64_t> dims;    // numbers in the kernel's space
    Range range = {};                  // row-major, without points that conditions exclude everywhere
    std::vector<Condition> conditions; // conditions of the reduction that exclude some of these points
    bool taps = false;                 // unrolled by taps, see Piece::taps
    std::int64_t unroll = 0;           // unroll factor for compilers; 0: they choose
    bool rolled = false;               // Clang does not unroll it
    // Number of terms in a block: they are added to partial sums, and these to the accumulators, see sum_blocks.h. 0:
    // all terms are added to the accumulators.
    std::int64_t block = 0;
    // Number of steps in a round. If it is more than 1, the scalars of a row in these steps are one vector: of numbers
    // of the lanes' type, or twice as many 16-bit floats as they lie. Steps that fill no vector follow one by one.
    std::int64_t together = 1;
    nest::Words words = {}; // steps at once, whose products are of words
    std::int64_t round = 1; // words of a round, in an unrolled loop of its own; a row's bytes are loaded in front of it
    bool pairs = false;     // each of these steps loads its registers two by two, else all at once
    // Order of unrolled steps: each row of the tile takes all its steps before the next row does, so that a vector that
    // neighbouring rows share is loaded once, and needs a register for a short time only.
    bool rows_first = false;
};

// Tiles along the rows in which neighbouring taps run, if the first tile and the last are borders.
enum class Edge : std::uint8_t {
    None,    // in all tiles, alike
    Tested,  // in all tiles; a test skips rows that the conditions exclude
    Clipped, // in all tiles; the bounds skip taps that the conditions exclude for some row
    First,   // in the first tile alone: the others have no conditions there
    Last,    // in the last tile alone
};

// Neighbouring taps of a border: values of a reduction dimension in which the same rows of the tile take part. If the
// dimension is the last but one, the taps and the innermost loop are one walk through memory.
struct TapRun {
    Range taps;
    Range rows;
    std::int64_t unroll = 0; // unroll factor of the loop over them, as in ReductionLoop
    Edge edge = Edge::None;
    std::vector<TapRun> inner; // runs of the next reduction loop with taps
};

// Code that finishes and stores the accumulators of a tile after the reduction.
enum class Epilogue : std::uint8_t {
    Vectors,    // finished and stored as vectors
    Scalars,    // each finished as a scalar, unrolled
    OneByOne,   // scalars go to an array, and a loop finishes them: long code is there once
    LaneByLane, // the vectors of a row go to an array, and a loop finishes its lanes
};

struct Piece {
    std::vector<Range> box;  // one range a parallel dimension
    std::vector<Loop> loops; // outermost first, each parallel dimension once; empty ranges do not occur
    // Loop unswitching: conditions that are tested once in front of the innermost loop, see unswitching.h.
    std::vector<Condition> unswitched = {};
    std::int64_t jammed = -1; // dimension whose points are stored one after the other at each point of the others
    RegisterTile tile;
    std::vector<ReductionLoop> reduction; // outermost first, each reduction dimension once
    // ---- fields of a piece with a register tile
    std::vector<Condition> conditions; // conditions of the reduction that are tested once for a tile
    Range rows = {0, 1};               // rows of the tile that take part in the reduction, if no taps say so
    std::vector<TapRun> taps;          // taps of the outermost reduction loop that has some
    Epilogue epilogue = Epilogue::Scalars;
    // Addition of a bias at which the sums start, so that it is gone from the epilogue; invalid: they start at the
    // initial value.
    ExprId from_bias;
};

// The decisions for a kernel: a loop nest whose bodies are still pieces.
struct Tiling : LoopNest {
    std::vector<Piece> pieces;
};

} // namespace hlo2cpp
