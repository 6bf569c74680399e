// The printer behind tiled_nest.h. Its functions stand in tiled_nest.cpp (loops and registers), tiled_reduction.cpp
// (the reduction), tiled_vectors.cpp (expressions of vectors) and tiled_store.cpp (what follows the reduction).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "generate/numbers.h"
#include "generate/reduction_bounds.h"
#include "generate/tiled_nest.h"

namespace hlo2cpp {

// Full unrolling of so few steps lets neighbouring taps share their loads.
constexpr std::int64_t kUnrolledSteps = 4;
constexpr std::int64_t kFullTile = 8; // points of a tile that needs no unrolled steps

// A part of the innermost reduction: rows [rows.begin, rows.end) of the tile take part in it.
struct Run {
    Range rows;
    std::int64_t first_tap = 0, taps = 1;
};

class TiledPrinter {
public:
    TiledPrinter(const LoopNest& nest, const Piece& piece, Emitter& emitter, const PointerName& pointer,
                 const PackedName& packed, Locals& locals)
        : nest_(nest), piece_(piece), tile_(piece.tile), emitter_(emitter), blocks_(emitter.blocks()),
          kernel_(emitter.kernel()), reduction_(*kernel_.reduction), pointer_(pointer), packed_(packed),
          locals_(locals), parallel_(static_cast<std::int64_t>(kernel_.dims.size())) {
        type_ = kernel_.exprs[reduction_.initial[0]].type;
        scalar_type_ = std::string(info(type_).value_type);
        vector_type_ = tile_.lanes > 1 ? vector_type_name(type_, tile_.lanes) : scalar_type_;
        Names& names = emitter.names();
        row_ = names.unique("r"), column_ = names.unique("v"), chain_ = names.unique("c"), step_ = names.unique("k"),
        lane_ = names.unique("lane");
    }

    void print();

private:
    const Range& range(std::int64_t dim) const { return piece_.box[static_cast<std::size_t>(dim)]; }

    // ---- the parallel loops
    bool open_parallel(const Loop& loop);

    // ---- loops over the tile, unrolled by pragma but for a store that takes many instructions
    // Runs `body` with the row dimension bound to each row of the tile.
    template <typename Body>
    void for_rows(const Range& rows, Body&& body) {
        if (tile_.row_dim < 0 || tile_.rows == 1) return body("0");
        const std::string r = open_tile_loop(row_, rows.begin, rows.end);
        bind_offset(tile_.row_dim, r);
        body(r);
        blocks_.close();
        rebind_base(tile_.row_dim);
    }

    template <typename Body>
    void for_vectors(Body&& body) {
        if (tile_.vectors == 1) return body("0");
        const std::string v = open_tile_loop(column_, 0, tile_.vectors);
        if (tile_.lanes == 1) bind_offset(tile_.lane_dim, v);
        body(v);
        blocks_.close();
        if (tile_.lanes == 1) rebind_base(tile_.lane_dim);
    }

    // The dimension is at the first point of the tile plus an offset that is counted by a variable.
    void bind_offset(std::int64_t dim, const std::string& offset);

    void rebind_base(std::int64_t dim);

    const std::string& open_unrolled(const std::string& name, std::int64_t begin, std::int64_t end);

    const std::string& open_tile_loop(const std::string& name, std::int64_t begin, std::int64_t end);

    // for (name = begin; name < end; name += step), unrolled so many times where that is not 0.
    void open_for(const std::string& name, const LoopBounds& bounds, std::int64_t step, std::int64_t unroll = 0);

    std::string accumulator(const std::string& chain, const std::string& r, const std::string& v) const;

    template <typename Body>
    void for_chains(std::int64_t begin, Body&& body) {
        if (tile_.chains == 1) return body("0");
        const std::string c = open_unrolled(chain_, begin, tile_.chains);
        body(c);
        blocks_.close();
    }

    void declare_accumulators();

    // " // 4 points of dimension 1 x 2 vectors of dimension 2"
    std::string tile_comment() const;

    // A scalar in every lane; subtracting +0 changes no value, not even -0.
    std::string splat(const std::string& scalar) const;

    // ---- the reduction
    void reduce(std::size_t level);

    // A loop over one outer reduction dimension, its bounds clipped to the points where the conditions hold.
    std::string open_reduction_loop(const ReductionLoop& loop);

    // Conditions that no reduction dimension, and no row or lane of the tile, has a part in.
    std::vector<Condition> conditions_of_the_point() const;

    // Conditions on the dimension that the box does not decide and no tap did; the last dimension they depend on has
    // them.
    std::vector<Condition> open_conditions(std::int64_t dim) const;

    // The taps of a border: each value of an unrolled dimension with the rows that it is valid for.
    void reduce_taps(std::size_t level);

    // Taps that are the innermost steps themselves.
    void print_tap_loop(const Run& run, std::int64_t dim);

    // The rows for which all conditions on the row and the taps chosen so far can hold; they are neighbours.
    Range rows_of_taps() const;

    bool holds(const Condition& condition, std::int64_t row) const;

    // Whether neighbouring taps and the one loop inside them are one walk through memory.
    bool taps_join(std::size_t level) const;

    // The innermost loop.
    void print_run(const Run& run, std::int64_t tap_dim);

    // acc = combiner(acc, term) for all accumulators of the rows.
    void update(const Range& rows, const std::string& chain);

    void combine(const std::string& target, const std::string& v);

    std::string apply_text(const Expr& expr, const std::vector<ElementType>& types,
                           const std::vector<std::string>& operands) const;

    // ---- expressions in vector form
    const Packing* packing_of(ExprId load) const;

    bool has_lanes(ExprId id) const;

    // The expression for vector number v of the tile: a scalar where it is the same in all lanes.
    std::string vector_text(ExprId id, const std::string& v);

    // GCC and Clang mix scalars and vectors in arithmetic, but not in comparisons and choices of every form.
    static bool needs_vector_operands(Opcode opcode);

    std::string atom_of(ExprId id, const std::string& v);

    // A named vector (or the literal itself): computed once, also where it is the same in all lanes.
    std::string vector_variable(ExprId id, const std::string& v);

    std::string define(ExprId id, const std::string& text);

    static std::string plus(const std::string& pointer, const std::string& offset);

    std::string vector_load(const Expr& load, const std::string& v);

    // packed[batch * lane_size * depth + first lane * depth + r * width + lane]
    std::string packed_text(const Packing& packing, const std::string& v);

    // Loads of packed constants inside a scalar expression.
    void know_packed_loads(ExprId root, const std::string& v);

    // ---- after the reduction
    void add_chains();

    // Every op of the epilogue has a vector form, and the result lies in memory as the lanes do.
    bool epilogue_is_vector() const;

    void store();

    void store_vectors();

    void store_scalars();

    // Whether finishing an element takes a function that is no instruction.
    bool epilogue_is_long() const;

    // The accumulators go to a small array, then a loop finishes one after the other: the code stands there once.
    void store_one_by_one();

    // The accumulators of a row go to a small array, then each lane is finished as a scalar.
    void store_lane_by_lane();

    // ---- lanes along the reduction
    void print_lane_run(std::int64_t dim, std::int64_t steps);

    // The lanes of each row become one value, pairwise; then the steps that fill no vector follow, and the result is
    // stored.
    void combine_lanes();

    void print_tail(const std::string& result);

    const LoopNest& nest_;
    const Piece& piece_;
    const RegisterTile& tile_;
    Emitter& emitter_;
    Blocks& blocks_;
    const Kernel& kernel_;
    const Reduction& reduction_;
    const PointerName& pointer_;
    const PackedName& packed_;
    Locals& locals_;
    const std::int64_t parallel_;
    ElementType type_ = ElementType::F32;
    std::string scalar_type_, vector_type_;
    std::string row_, column_, chain_, step_, lane_; // names of counters, the same in loops that stand side by side
    std::string accumulators_, current_;
    std::map<std::int64_t, std::string> names_of_dims_;
    std::map<std::int64_t, std::int64_t> taps_; // the taps chosen so far
    std::map<ExprId, std::string> vectors_;     // named in the innermost block
    bool rolled_ = false;                       // loops over the tile stay loops
    Range tail_;
};

} // namespace hlo2cpp
