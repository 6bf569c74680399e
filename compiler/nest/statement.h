// Statements of a loop nest: a small typed loop program over the points of one kernel. `tile` builds it, `program`
// translates it to C++.
//
// Loops count counters; a dimension of the kernel is bound to a sum of counters, the first point of a tile, and points
// inside the tile count from there. Values are expressions of the kernel at the point that is bound, or registers. A
// vector holds lanes: points that are neighbours along the lane dimension.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernel/clipping.h"

namespace hlo2cpp::nest {

using CounterId = Id<struct CounterTag>;
using RegistersId = Id<struct RegistersTag>;

// constant + coefficient * counter + ..., in the order in which the terms are added.
struct Position {
    struct Product {
        CounterId counter;
        std::int64_t coefficient = 1;
    };
    std::int64_t constant = 0;
    std::vector<Product> products = {};

    Position() = default;
    Position(std::int64_t number) : constant(number) {} // NOLINT: a number is one
    Position(CounterId counter, std::int64_t coefficient = 1)
        : products{{counter, coefficient}} {} // NOLINT: so is this
};
Position operator+(Position a, const Position& b);
Position times(Position a, std::int64_t factor);

struct Statement;
using Statements = std::vector<Statement>;

// ---- loops and tests

// for (counter = begin; counter < end; counter += step), downwards if the step is negative.
struct For {
    CounterId counter;
    Position begin, end;
    std::optional<Clipped> clipped = {}; // begin and end in place of these: points that conditions leave
    std::int64_t step = 1;
    std::int64_t unroll = 0; // copies that compilers make of the body; 0: as they like
    bool rolled = false;     // Clang makes none
    bool parallel = false;   // its rounds are divided among the chunks of the step, see chunks.h
    Statements body = {};

    bool is_clipped() const { return clipped && clipped->clipped; }
    // The bounds, if both are numbers.
    std::optional<Range> numbers() const {
        return clipped ? clipped->numbers() : std::optional(Range{begin.constant, end.constant});
    }
};

// Strip mining: a loop over blocks of `size` of the steps [0, steps.end). Its body runs the steps [begin, end).
struct Strips {
    CounterId block, begin, end;
    Range steps;
    std::int64_t size = 0;
    Statements body = {};
};

struct If {
    std::vector<Condition> conditions; // all that is not infinite in them has to be tested
    Statements body = {};
};

// Loop unswitching: the body is there twice. One copy runs where all conditions hold, which hold inside it, and the
// other one elsewhere.
struct Unswitched {
    std::vector<Condition> conditions;
    Statements body = {};
};

// A block: values that are computed inside it are visible inside it alone.
struct Scope {
    Statements body = {};
};

// ---- points

// The dimension is bound to this point, the first one of a tile, until the end of the block.
struct Bind {
    std::int64_t dim = 0;
    Position at;
};
// The dimension is at this point inside the tile, counted from its first one, until the end of the block.
struct Inside {
    std::int64_t dim = 0;
    Position at;
};
// The dimension stays inside the range in the body. `jammed`: neighbours stand side by side, and what this one computes
// in common with them has the same operands there.
struct Within {
    std::int64_t dim = 0;
    Range range;
    bool jammed = false;
    Statements body = {};
};
// const int counter = value;
struct Count {
    CounterId counter;
    Position value;
};

// ---- registers and values

// An element of an array of registers. In an array of scalars: a vector of `lanes` of them, number `number` from
// element `first` on. Of a vector: `lanes` of its lanes, from `first` on.
struct Ref {
    RegistersId registers;
    std::vector<Position> at = {};
    std::int64_t lanes = 1;
    std::int64_t first = 0;
    Position number = {};
};

// The element behind this one in the last dimension of the array.
Ref next_vector(Ref ref);

// A number of the kernel.
struct Scalar {
    ExprId expr;
};
// A number of the kernel in all lanes.
struct Splat {
    ExprId expr;
};
// The neutral start of a partial sum in all lanes.
struct Neutral {};
// Zeros that no compiler keeps in a register for all tiles.
struct Zeros {};
// An expression of the kernel in vector number `vector` of the tile. `halves`: a load of 16-bit floats as they lie; a
// register holds those of two vectors, and `vector` is its number.
struct Lanes {
    ExprId expr;
    Position vector = {};
    bool halves = false;
};
// A vector of neighbours of a load along the innermost loop of the reduction: of numbers of the lanes' type, or of
// bytes or 16-bit floats as they lie.
struct Steps {
    ExprId load;
    bool as_they_lie = false;
    bool copied = false; // see RowCopy
};
// The kernel's combiner of two registers.
struct Combined {
    Ref a, b;
};
// The kernel's combiner of a scalar register and the reduction's term.
struct CombinedTerm {
    Ref a;
};
// Zero in the first lanes, one in the others.
struct LaneNumbers {
    std::int64_t zeros = 0;
};
// The other registers of a maximum or minimum of many vectors in parts, see ops/extremum.h.
struct Parts {
    RegistersId signs, nans;
};
// The extremum whose parts the registers hold.
struct Joined {
    Ref number;
    Parts parts;
};
// A sum less what it is too large by, see Raise.
struct Lowered {
    Ref sum, raise;
};
using Value = std::variant<Scalar, Splat, Neutral, Zeros, Lanes, Steps, Ref, Combined, CombinedTerm, LaneNumbers,
                           Joined, Lowered>;

// An array of accumulators, or one; unrolled loops alone index it.
struct Registers {
    RegistersId registers;
    ElementType type = ElementType::F32;
    std::int64_t lanes = 1;
    std::vector<std::int64_t> shape = {};
    std::string comment = {};
    std::optional<Value> start = {}; // for a single one
};
// A register that does not change.
struct Let {
    RegistersId registers;
    Value value;
};
struct Set {
    Ref target;
    Value value;
    bool adds = false; // added to the target
};
// Products of small integers that are neighbours in memory, which an instruction or two multiply and add up.
struct Words {
    std::int64_t terms = 1;   // steps of the innermost dimension of the reduction
    std::int64_t size = 1;    // of a full word; the last one of a line may have fewer terms. 1: no words
    bool bytes = false;       // multiplied as they lie in memory; else each becomes an s16 first
    bool positive = false;    // no factor of a row is negative
    bool raised = false;      // factors of a row are raised by 128, so that none is negative; see Raise
    bool split = false;       // the first halves of a vector's words lie in front of the second ones
    bool copied = false;      // rows are copied, see RowCopy
    bool interleaved = false; // those of columns have elements of several lines of memory, those of rows are packed
    bool shorts = false;      // no words, but vectors: see ShortProducts. The next vector's target takes its terms, too
    bool follows = false;     // a word of fewer terms follows other ones of its line
};
// One of the words of a row that a register holds.
struct WordOfRow {
    Ref words;
    Position number;
};
// target = combiner(target, term of the reduction) at the point, in vector number `vector`.
struct Combine {
    Ref target;
    Position vector = {};
    std::int64_t repeats = 0;             // number of first lanes whose terms the target has already
    std::optional<RegistersId> only = {}; // mask: lanes that count, so that no term counts twice
    std::optional<Parts> parts = {};
    Words words = {};                  // whose terms it takes at once, from the point on
    std::optional<WordOfRow> row = {}; // these words of a row, if they are not loaded here
    std::int64_t vectors() const { return words.shorts ? 2 : 1; }
};
// target += 128 * the other factors of the words at the point, in vector number `vector`: by so much the sums of `rows`
// rows, from the point on, are too large that combine these words raised. The sum of a row among them that does not is
// made too large by the same.
struct Raise {
    Ref target;
    Position vector = {};
    std::int64_t row_dim = -1, rows = 1;
    bool of_sum = false; // the target is the sum of one row
    Words words = {};
};
// The states of the reduction become the next ones, all at once.
struct Next {
    std::vector<Ref> states;
};
// The state of a scan goes on by the terms in the lanes of a vector; `states`, a vector that is made here, holds the
// states behind each of them. Lanes are added to one another first, so that the state waits for one addition.
struct ScanLanes {
    Ref state;
    RegistersId states;
};
// target += lane `lane` of a vector of scalars * vector, the term in vector number `number`. `halves`: of 16-bit floats
// as they lie, see Lanes; the next vector's target takes its term, too.
struct MultiplyLane {
    Ref target, scalars;
    Position lane;
    Ref vector;
    Position number = {};
    bool halves = false;
    std::int64_t vectors() const { return halves ? 2 : 1; }
};

// ---- arrays

// Pointers from which the loads of the body walk through memory: each starts at element `first`, and a load reads at
// `distance` from it.
struct Pointer {
    ExprId load;
    Index first, distance;
    bool opaque = false; // hides the address, so that compilers keep no element of it in registers
};
struct Walk {
    std::vector<Pointer> pointers;
    Statements body = {};
};

// The stored lanes of a vector.
struct Kept {
    enum class Which : std::uint8_t { All, First, Last } which = Which::All;
    std::int64_t lanes = 0; // lanes that are not stored, at the other end
};
// Stores the values of all outputs for a vector of `lanes` points.
struct StoreVector {
    std::optional<Ref> result = {}; // result of the reduction
    Position vector = {};
    std::int64_t lanes = 1;
    Kept kept = {};
    std::int64_t again = 0; // first lanes that are stored already, with the same values
    bool two = false;       // with the next vector, whose result follows: see NearestOfTwo
    std::int64_t points() const { return two ? 2 * lanes : lanes; }
};
// These registers are the results of the reduction until the end of the block.
struct Results {
    std::vector<Ref> states;
};
// Stores the values of all outputs for one point.
struct StoreElement {};
// Statements behind the reduction, in a block: the constants that they need take no registers from the reduction.
struct Epilogue {
    Statements body = {};
};

// Copies so many rows from the point on, see RowCopy.
struct CopyRows {
    std::int64_t rows = 1;
};

// Elements of `lanes` rows move from a load to the output, rows as columns: a square of lanes x lanes, or rows of three
// elements without any between them.
struct Transpose {
    ExprId load;
    Index from, to;
    std::int64_t from_row = 0, to_row = 0;         // distances of rows, in elements
    std::int64_t row_dim = 0, rows = 1, lanes = 1; // rows of the output
    bool is_square() const { return rows == lanes; }
};

// The place of the first largest, or smallest, element along the line of `elements` at which the load begins; it is the
// second state of the reduction.
struct Search {
    ExprId load;
    bool largest = true;
    std::int64_t elements = 0, lanes = 1;
};
// Sorts the line of each output at this point.
struct SortLine {};

struct Note {
    std::string text;
};

struct Statement {
    std::variant<For, Strips, If, Unswitched, Scope, Bind, Inside, Within, Count, Registers, Let, Set, Combine, Raise,
                 Next, MultiplyLane, Walk, StoreVector, Results, StoreElement, Epilogue, CopyRows, Transpose, Search,
                 SortLine, Note, ScanLanes>
        node;
    template <typename Node>
    Statement(Node n) : node(std::move(n)) {} // NOLINT: each kind of statement is one
};

struct Counter {
    std::string name;
    bool shared = false; // loops that stand side by side count the same one
};

// Overlapping tail: points at the front of a box that the body in front computes too, with the same values.
struct Overlap {
    std::int64_t dim = 0, points = 0;
    bool stored = true; // stored twice
};

// The loops over a box of points.
struct Body {
    std::vector<Range> box; // ranges of the parallel dimensions
    std::vector<Overlap> overlaps;
    std::vector<Counter> counters;
    CounterId lane;                     // counter of loops over the lanes of a vector
    std::vector<std::string> registers; // names
    std::int64_t lane_dim = -1, lanes = 1;
    ElementType type = ElementType::F32;          // type of the lanes
    std::int64_t vectors = 1;                     // of a tile, side by side
    bool as_written = false;                      // compilers do not hoist loads: there are no registers for them
    ExprId from_bias = {};                        // addition of a bias at which the sums start; none: they do not
    std::vector<ExprId> reciprocals;              // divisions by a number that many vectors share: it has a reciprocal
    std::vector<std::pair<ExprId, Index>> packed; // loads that read a packed array, and its element
    std::int64_t chunk = 0;                       // that runs a body without a parallel loop
    Statements statements;
};

} // namespace hlo2cpp::nest
