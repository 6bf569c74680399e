// The builder behind tiled_nest.h. Its functions stand in tiled_nest.cpp (loops and registers), tiled_reduction.cpp
// (the reduction), tiled_vectors.cpp (expressions of vectors) and tiled_store.cpp (what follows the reduction).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ops/extremum.h"
#include "program/reduction_bounds.h"
#include "program/tiled_nest.h"
#include "tile/steps_together.h"
#include "tile/vector_form.h"

namespace hlo2cpp {

class TiledBuilder {
public:
    TiledBuilder(const LoopNest& nest, const Piece& piece, Emitter& emitter, const Pointer& pointer,
                 const PackedArray& packed)
        : nest_(nest), piece_(piece), tile_(piece.tile), emitter_(emitter), blocks_(emitter.blocks()),
          kernel_(emitter.kernel()), reduction_(kernel_.reduction), pointer_(pointer), packed_(packed),
          parallel_(static_cast<std::int64_t>(kernel_.dims.size())) {
        type_ = lane_type(kernel_);
        vector_type_ = tile_.lanes > 1 ? tree::vector_type(type_, tile_.lanes) : tree::value_type(type_);
        Names& names = emitter.names();
        row_ = names.unique("r"), column_ = names.unique("v"), chain_ = names.unique("c"), step_ = names.unique("k");
        lane_ = names.unique("lane");
    }

    void build();
    // Stores the sums of a tile that are computed elsewhere, an array of a vector for each row. `row` and `lane`: where
    // the tile begins. `hangs_over`: rows behind the end of their dimension are no points.
    void finish(const std::string& sums, const tree::Expression& row, const tree::Expression& lane, bool hangs_over);

private:
    const Range& range(std::int64_t dim) const { return piece_.box[static_cast<std::size_t>(dim)]; }

    // ---- the parallel loops
    bool open_parallel(const Loop& loop);

    // ---- loops over the tile, unrolled by pragma but for a store that takes many instructions
    // Runs `body` with the row dimension bound to each row of the tile.
    template <typename Body>
    void for_rows(const Range& rows, Body&& body) {
        if (tile_.row_dim < 0 || tile_.rows == 1) return body(tree::integer(0));
        if (rows.size() == 1) return for_one_row(rows.begin, body);
        const tree::Expression r = open_tile_loop(row_, rows.begin, rows.end);
        bind_offset(tile_.row_dim, r);
        if (hangs_over_) open_row_test(r);
        body(r);
        if (hangs_over_) blocks_.close();
        blocks_.close();
        rebind_base(tile_.row_dim);
    }
    void open_row_test(const tree::Expression& r);

    template <typename Body>
    void for_one_row(std::int64_t row, Body&& body) {
        blocks_.open_plain();
        bind_row(row);
        body(tree::integer(row));
        blocks_.close();
        rebind_base(tile_.row_dim);
    }

    template <typename Body>
    void for_vectors(Body&& body) {
        for_vectors(tile_.vectors, body);
    }

    // The first ones.
    template <typename Body>
    void for_vectors(std::int64_t count, Body&& body) {
        if (count == 0) return;
        if (count == 1) return body(tree::integer(0));
        const tree::Expression v = open_tile_loop(column_, 0, count);
        if (tile_.lanes == 1) bind_offset(tile_.lane_dim, v);
        body(v);
        blocks_.close();
        if (tile_.lanes == 1) rebind_base(tile_.lane_dim);
    }

    // The dimension is at the first point of the tile plus an offset that is counted by a variable.
    void bind_offset(std::int64_t dim, const tree::Expression& offset);

    void bind_row(std::int64_t row);

    void rebind_base(std::int64_t dim);
    // At the tile's first point.
    DimensionAt base_of(std::int64_t dim) const;
    void bind(std::int64_t dim, DimensionAt at);

    // What build() gives while the dimension is bound otherwise.
    template <typename Build>
    auto with_bound(std::int64_t dim, DimensionAt at, Build&& build) {
        at.depth = bound_.at(dim).depth;
        emitter_.bind(dim, std::move(at));
        auto built = build();
        emitter_.bind(dim, bound_.at(dim));
        return built;
    }

    tree::Expression open_unrolled(const std::string& name, std::int64_t begin, std::int64_t end);

    tree::Expression open_tile_loop(const std::string& name, std::int64_t begin, std::int64_t end);

    // for (name = begin; name < end; name += step), unrolled so many times where that is not 0.
    tree::Expression open_for(const std::string& name, const LoopBounds& bounds, std::int64_t step,
                              std::int64_t unroll = 0);
    tree::Expression open_for(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t step,
                              std::int64_t unroll = 0);

    tree::Expression accumulator(const tree::Expression& chain, const tree::Expression& r,
                                 const tree::Expression& v) const;

    template <typename Body>
    void for_chains(const Range& chains, Body&& body) {
        if (chains.size() == 1) return body(tree::integer(chains.begin));
        const tree::Expression c = open_unrolled(chain_, chains.begin, chains.end);
        body(c);
        blocks_.close();
    }

    template <typename Body>
    void for_accumulators(Body&& body) {
        for_chains({0, tile_.chains}, [&](const tree::Expression& c) {
            for_rows({0, tile_.rows}, [&](const tree::Expression& r) {
                for_vectors([&](const tree::Expression& v) { body(c, r, v); });
            });
        });
    }
    tree::Expression accumulator(const std::string& name, const tree::Expression& chain, const tree::Expression& r,
                                 const tree::Expression& v) const;

    void declare_accumulators();
    // All of the name, as they start.
    void declare_accumulators(const std::string& name, const std::string& comment);
    void declare_accumulators_of_block();
    std::vector<std::int64_t> sizes_of_accumulators() const;
    // A vector of its own where it is zero, see own_zero.
    tree::Expression start_vector(const tree::Expression& scalar);

    // Sums start at what is added to them, see Piece::from_bias.
    void start_at_bias();
    ExprId bias() const;
    bool bias_depends_on(std::int64_t dim) const;
    // Declares a pointer to it where compilers would keep it in registers, which the sums need.
    void point_to_bias();

    void add_initial();

    // ---- accumulators in parts, see tile/extremum_parts.h
    ExtremumParts parts(const tree::Expression& chain, const tree::Expression& r, const tree::Expression& v) const;
    void combine_parts(const ExtremumParts& parts, const tree::Expression& element);
    // The parts of each accumulator become its value.
    void join_parts();

    // All of the reduction, in accumulators.
    void build_reduction();

    // "4 points of dimension 1 x 2 vectors of dimension 2"
    std::string tile_comment() const;

    // A scalar in every lane; subtracting +0 changes no value, not even -0.
    tree::Expression splat(const tree::Expression& scalar) const;

    // ---- the reduction
    void reduce(std::size_t level);

    // A loop over one outer reduction dimension.
    void open_reduction_loop(const ReductionLoop& loop, const LoopBounds& bounds);

    // Runs body(bounds) for the rounds of each block. Where they are vectors, a shorter last one stands behind the loop
    // over the others, which need no test then.
    template <typename Body>
    void for_blocks(std::int64_t rounds, std::int64_t block, Body&& body) {
        const std::int64_t whole = tile_.lanes > 1 && block < rounds ? rounds / block * block : rounds;
        for (const Range& part : {Range{0, whole}, Range{whole, rounds}}) {
            if (part.size() == 0) continue;
            body(open_sums_of_block(part, block));
            close_sums_of_block();
        }
    }
    // A block of so many of the rounds, whose terms have accumulators of their own: see tile/sum_blocks.h.
    LoopBounds open_sums_of_block(const Range& rounds, std::int64_t block);
    // They are added to those of all blocks.
    void close_sums_of_block();

    // The bounds of a reduction loop, clipped to the points where its conditions hold.
    LoopBounds bounds_of(const ReductionLoop& loop) {
        return clipped_bounds(emitter_, loop.conditions, loop.dims.back(), loop.range);
    }

    // A part of a border: neighbouring taps of reduction loop `level`.
    void build_taps(std::size_t level, const TapRun& run);

    // Whether the tile is the one that the run is for; nothing where it is for all of them.
    tree::Expression tile_test(const TapRun& run) const;

    // Each row takes all of these steps, which are written out, before the next one does.
    void build_rows_first(const Range& steps);

    // Taps that are the innermost steps themselves.
    void build_tap_loop(const TapRun& run, std::int64_t dim);

    // The same at one tap, each row where the conditions do not leave it out.
    void build_tested_rows(const TapRun& run, std::int64_t dim);

    // The steps of the innermost loop, on through the taps that all rows of the tile take part in.
    LoopBounds walk_bounds(const TapRun& run, std::int64_t dim);

    // What build() gives while the row dimension stands for the first row of the tile.
    template <typename Build>
    auto with_tile_base(Build&& build) {
        const Range side = range(tile_.row_dim);
        emitter_.set_range(tile_.row_dim, {side.begin, side.end - tile_.rows + 1});
        emitter_.bind(tile_.row_dim, {.variable = variables_.at(tile_.row_dim), .depth = row_depth_});
        auto built = build();
        emitter_.bind(tile_.row_dim, bound_.at(tile_.row_dim));
        emitter_.set_range(tile_.row_dim, side);
        return built;
    }

    // The reduction's conditions on the rows, at a row of the tile.
    std::vector<Condition> conditions_at(std::int64_t row) const;
    // The same at a tap, a value of the reduction dimension.
    std::vector<Condition> conditions_at(std::int64_t row, std::int64_t dim, std::int64_t tap) const;

    // The loop over the innermost steps, so many a round. Rounds of a block are counted, their steps are not.
    tree::Expression open_steps(const LoopBounds& bounds, std::int64_t round, std::int64_t unroll = 0);

    // The innermost loop.
    void build_run(const LoopBounds& bounds, std::int64_t unroll);

    // The same with so many steps in each round, see tile/steps_together.h.
    void build_steps_together(const LoopBounds& bounds, const Factors& factors);
    tree::Expression scalars_of_row(const tree::Expression& scalars, const tree::Expression& r) const;
    void build_step(const Factors& factors, const tree::Expression& scalars, const tree::Expression& step);
    // Of so many vectors from `first` on: all are loaded first, so that a machine loads two at once.
    void build_products(const Factors& factors, const tree::Expression& scalars, const tree::Expression& step,
                        const tree::Expression& first, std::int64_t count);

    // Dimensions that the last one of the loop counts too are at their first points.
    void bind_joined(const ReductionLoop& loop);

    // ---- pointers to what the innermost loops read
    // A tap that no tile leaves out for a row.
    struct Anchor {
        std::int64_t tap = 0, row = 0;
    };
    std::optional<Anchor> anchor_of(std::int64_t dim) const;

    // A reduction dimension inside the pointers' block, and its first point.
    struct InnerDim {
        std::int64_t dim = 0, first = 0;
    };

    // Declares a pointer for each load of the term, from which the loop, the innermost one, walks.
    void declare_pointers(const ReductionLoop& loop);

    // A point of the loop that no condition excludes anywhere in the piece.
    std::optional<std::int64_t> tap_in_all_points(const ReductionLoop& loop) const;

    // The same for a loop with taps. They are valid in each tile, also in those of the border.
    void declare_pointers_of_taps(std::size_t level);

    // `row`: of the tile, the one that it points to.
    void declare_pointer(ExprId load, const std::vector<InnerDim>& inner, std::int64_t row);

    // `first`: of the elements, the one that it points to; others are at the distance. `opaque`: see OpaquePointer.
    void declare_pointer_to(ExprId load, const Index& first, const Index& distance, bool opaque = false);

    // Of an element in its array, which may be packed.
    Index index_of(ExprId load) const;

    // Where the element lies, from its pointer on.
    tree::Expression distance(const Index& index);

    tree::Expression distance_along(const Index& index, const std::vector<std::int64_t>& dims);

    // Names the point of a partial sum.
    void bind_chain(std::int64_t dim, const tree::Expression& point);

    // acc = combiner(acc, term) for all accumulators of the rows that take part.
    void update(const tree::Expression& chain);

    void combine(const tree::Expression& chain, const tree::Expression& r, const tree::Expression& v);
    // The same of a term that is a product, in one rounding.
    tree::Expression fused(const tree::Expression& target, const tree::Expression& v);

    tree::Expression applied(const Expr& expr, const std::vector<ElementType>& types,
                             const std::vector<tree::Expression>& operands) const;
    tree::Expression applied(const Expr& expr, const std::vector<ElementType>& types,
                             const std::vector<tree::Expression>& operands, std::int64_t lanes) const;
    tree::Expression combined(const tree::Expression& a, const tree::Expression& b) const;
    tree::Expression combined(const tree::Expression& a, const tree::Expression& b, std::int64_t lanes) const;

    // ---- expressions in vector form
    bool has_lanes(ExprId id) const;

    // The expression for vector number v of the tile: a scalar where it is the same in all lanes.
    tree::Expression vector_value(ExprId id, const tree::Expression& v);
    // Whether so many vectors are divided by one number that its reciprocal pays.
    bool shares_divisor(const Expr& division) const;
    tree::Expression quotient(const Expr& division, const tree::Expression& v);
    // Operands of a comparison: indices of the lanes, or one number for all.
    tree::Expression integers(ExprId id, const tree::Expression& v);
    tree::Expression mask(const tree::Expression& preds) const; // of so many in memory

    // GCC and Clang mix scalars and vectors in arithmetic, but not in comparisons and choices of every form.
    static bool needs_vector_operands(Opcode opcode);

    tree::Expression atom_of(ExprId id, const tree::Expression& v);

    // A vector, also where it is the same in all lanes; a scalar where the tile has no lanes.
    tree::Expression in_all_lanes(ExprId id, const tree::Expression& v);
    // Of an element where it is loaded from: what is packed at run time is there as numbers.
    ElementType type_in_memory(ExprId load) const;

    // The load that it is, as it is or as f32, if that is one of f16 or bf16 whose bits can be spread over lanes.
    ExprId half_load(ExprId id) const;
    // Its number in all lanes.
    tree::Expression spread(ExprId load);

    tree::Expression first_lanes(ExprId load, const tree::Expression& first, const tree::Expression& v);
    tree::Expression one_by_one(const tree::Type& memory, const tree::Expression& array, const tree::Expression& place,
                                const tree::Expression& v, std::int64_t distance);
    tree::Expression every_second(const tree::Type& memory, const tree::Expression& first, const tree::Expression& v);
    // A named vector (or the literal itself): computed once, also where it is the same in all lanes.
    tree::Expression vector_variable(ExprId id, const tree::Expression& v);
    // Of an op that the target has in an instruction for two vectors.
    bool has_extremum_helper(Opcode opcode, ElementType type) const;
    tree::Expression constant_vector(ExprId id);
    // Zeros that no compiler keeps in a register for all tiles, declared in the block `depth`.
    tree::Expression own_zero(std::size_t depth);

    tree::Expression define(ExprId id, const tree::Expression& value);

    tree::Expression vector_load(ExprId load, const tree::Expression& v);

    // packed[batch * lane_size * depth + first lane * depth + r * width + lane]
    tree::Expression packed_load(ExprId load, const Packing& packing, const tree::Expression& v);

    tree::Expression at_first_column(const Index& index);

    // What a pointer walks along, to be known in the block `depth`.
    tree::Expression walked_load(ExprId load, std::size_t depth);

    // Loads inside a scalar expression that are packed, or have a pointer.
    void know_loads(ExprId root, const tree::Expression& v);

    // ---- after the reduction
    void add_chains();

    void store();

    void store_vectors();
    void store_vector(const tree::Expression& r, const tree::Expression& v);
    // What the outputs' expressions make of the vector `current_`.
    void store_current(const tree::Expression& v);
    // Lanes that are no neighbours where they are written.
    bool lies_apart(const Output& output) const;
    void store_apart(const Output& output, const tree::Expression& value, const tree::Expression& v);

    bool has_masks() const;
    void store_first_lanes(const Output& output, const tree::Expression& value, const tree::Expression& v);
    void store_new_lanes(const Output& output, const tree::Expression& value);

    tree::Assign vector_store(const Output& output, const tree::Expression& v);

    void store_scalars();

    // What the outputs' expressions make of the result of a reduction.
    void store_element(const tree::Expression& result);

    // An array of so many scalars.
    tree::Expression declare_lanes(std::int64_t width);

    // The accumulators go to a small array, then a loop finishes one after the other: the code stands there once.
    void store_one_by_one();

    // The accumulators of a row go to a small array, then each lane is finished as a scalar.
    void store_lane_by_lane();
    // The same of so many vectors of a row, idle lanes left out.
    void store_lanes(const tree::Expression& r, std::int64_t first, std::int64_t count);

    // Those of a row's last lanes, behind `before` columns, that fill narrower vectors. So many they are.
    std::int64_t store_narrower(const tree::Expression& lanes, std::int64_t before);
    void use_lanes(std::int64_t lanes);

    // The square of the tile, which only moves.
    void transpose();

    // ---- lanes along the reduction
    // The combiner of scalars.
    tree::Expression combined_scalars(const tree::Expression& a, const tree::Expression& b) const;

    void build_lane_run(const ReductionLoop& loop);

    // The steps behind the last whole round, in vectors: the last one begins with terms that were there before.
    void build_last_vectors(std::int64_t dim);
    tree::Expression fresh_lanes();
    // In the lanes of `fresh_` the value, else what changes no result.
    tree::Expression fresh(const tree::Expression& value) const;

    // One step of each chain, from point `first` of the dimension on.
    void build_lanes(std::int64_t dim, const Range& chains, const tree::Expression& first);

    // The lanes of each row become one value, which is stored.
    void combine_lanes();

    // The steps that fill no vector, each in the lane that it belongs to.
    void add_tail(const tree::Expression& lanes);

    // Halves of the lanes are added until one is left.
    void add_halves(const tree::Expression& lanes, std::int64_t width);
    // The same of one pair of halves, where they are vectors.
    void add_half_vectors(const tree::Expression& lanes, std::int64_t half);

    const LoopNest& nest_;
    const Piece& piece_;
    RegisterTile tile_; // the piece's, but for its lanes where the last ones are stored
    Emitter& emitter_;
    Blocks& blocks_;
    const Kernel& kernel_;
    const std::optional<Reduction>& reduction_;
    const Pointer& pointer_;
    const PackedArray& packed_;
    const std::int64_t parallel_;
    ElementType type_ = ElementType::F32;
    tree::Type vector_type_;                             // of an accumulator
    std::string row_, column_, chain_, step_, lane_;     // names of counters, the same in loops that stand side by side
    std::string accumulators_, signs_, nans_;            // the latter of those in parts
    std::string totals_;                                 // the accumulators, inside a block that has its own
    tree::Expression current_;                           // the accumulator that is finished
    std::map<std::int64_t, tree::Expression> variables_; // of dimensions, at the tile's first point
    std::map<std::int64_t, DimensionAt> bound_;          // parallel dimensions, as the emitter has them
    std::map<std::int64_t, DimensionAt> within_;         // the tile, from its first point on
    std::size_t row_depth_ = 0;                          // of the block in which the row dimension's is declared
    Range rows_;                                         // that take part in the reduction
    const std::vector<TapRun>* runs_ = nullptr;          // of the next reduction loop with taps
    std::map<ExprId, tree::Expression> vectors_;         // named in the innermost block
    bool hangs_over_ = false;                            // not all rows are points
    bool rolled_ = false;                                // loops over the tile stay loops
    Range tail_;                                         // steps that fill no vector
    std::int64_t first_lanes_ = 0;                       // of a vector that is finished; 0: all
    std::optional<std::size_t> finish_depth_;            // the block in which sums of vectors are finished
    tree::Expression zero_;                              // zeros of that block
    tree::Expression fresh_;                             // which lanes have terms of their own, where not all have

    // Elements lie at `name` + `distance`, in which the dimensions of the tile count from its first point.
    struct TilePointer {
        tree::Expression name;
        Index distance;
    };
    std::map<ExprId, TilePointer> tile_pointers_; // by load
};

} // namespace hlo2cpp
