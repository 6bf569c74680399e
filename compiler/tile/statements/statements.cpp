#include "tile/statements/statements.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/half_load.h"
#include "tile/statements/accumulators.h"
#include "tile/statements/lanes_of_sum.h"
#include "tile/statements/pointers.h"
#include "tile/statements/reduction.h"
#include "tile/statements/scalar.h"
#include "tile/statements/scan.h"
#include "tile/statements/stores.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

using nest::Position;

// ---- divisions by a number that many vectors share

// True if one number divides enough vectors for its reciprocal to pay.
bool shares_divisor(const TileLoops& loops, const Expr& division) {
    constexpr std::int64_t kFewestVectors = 4;
    const ExprId divisor = loops.dependences.resolve(division.operands[1]);
    const bool spreads_half = half_load(loops.kernel, loops.dependences, divisor, loops.type).valid();
    if (!loops.has_lanes(division.operands[0]) || loops.has_lanes(divisor) || spreads_half) return false;
    std::int64_t vectors = 1; // in the loops that do not change the divisor
    const std::vector<Loop>& all = loops.piece.loops;
    for (auto loop = all.rbegin(); loop != all.rend() && !loops.varies(divisor, loop->dim); ++loop)
        vectors *= loops.range(loop->dim).size() / (loop->dim == loops.tile.lane_dim ? loops.tile.lanes : 1);
    return vectors >= kFewestVectors;
}

std::vector<ExprId> shared_divisions(const TileLoops& loops, const Target& target) {
    std::vector<ExprId> found;
    const bool fuses = target.fused_bits >= 8 * byte_size(loops.type);
    if (!fuses || loops.kernel.reduction || !is_float(loops.type)) return found;
    for (std::size_t i = 0; i < loops.kernel.exprs.size(); ++i) {
        const Expr& expr = loops.kernel.exprs[ExprId(i)];
        const bool divides = expr.kind == ExprKind::Apply && expr.opcode == Opcode::Divide && expr.type == loops.type;
        if (divides && shares_divisor(loops, expr)) found.push_back(ExprId(i));
    }
    return found;
}

// ---- the parallel loops

class ParallelLoops {
public:
    ParallelLoops(TileLoops& loops, const Target& target) : loops_(loops), target_(target) {}

    void build() {
        const std::size_t loops = loops_.piece.loops.size();
        if (!loops_.nest.row_copy) return loops_.over_points(loops, [&] { build_tile(); });
        loops_.over_points(loops - 1, [&] {
            loops_.add(nest::CopyRows{loops_.tile.rows});
            loops_.over_points(
                loops, [&] { build_tile(); }, loops - 1);
        });
    }

private:
    void build_tile() {
        if (loops_.tile.result_lanes > 1) return build_tiles_of_results();
        const Range tail = loops_.kernel.reduction ? build_sums() : Range();
        if (loops_.tile.transposes) return build_transposition(loops_);
        loops_.tile.lane_reduces ? combine_lanes(loops_, tail) : build_stores(loops_, target_);
    }

    // The steps that fill no vector along the reduction are left.
    Range build_sums() {
        declare_accumulators(loops_, target_);
        const Range tail = build_reduction(loops_, target_);
        if (loops_.tile.in_parts) join_parts(loops_);
        if (loops_.tile.chains > 1 && tail.size() == 0) combine_chains(loops_);
        if (loops_.raises) lower_sums(loops_);
        return tail;
    }

    // Tiles of scalars, side by side, whose sums go to an array; then vectors of these are finished.
    void build_tiles_of_results() {
        const RegisterTile& tile = loops_.tile;
        const nest::RegistersId sums = loops_.registers("sums");
        loops_.add(nest::Registers{.registers = sums, .type = loops_.type, .shape = {tile.rows * tile.result_lanes}});
        const auto build = [&](const Position& column) {
            build_sums();
            loops_.for_rows([&](const Position& r) {
                loops_.for_vectors(tile.vectors, [&](const Position& v) {
                    const Position place = times(r, tile.result_lanes) + column + v;
                    loops_.add(nest::Set{{.registers = sums, .at = {place}}, loops_.accumulator({}, r, v)});
                });
            });
        };
        if (tile.vectors == tile.result_lanes) {
            loops_.scope([&] { build({}); });
        } else {
            const nest::CounterId column = loops_.counter("column");
            const Position first = loops_.first_column;
            const nest::For tiles{.counter = column, .begin = 0, .end = tile.result_lanes, .step = tile.vectors};
            loops_.inside(tiles, [&] {
                loops_.add(nest::Bind{tile.lane_dim, first + column});
                build(column);
            });
        }
        build_stores_of(loops_, sums);
    }

    TileLoops& loops_;
    const Target& target_;
};

void add_packed_loads(TileLoops& loops) {
    if (const auto& copy = loops.nest.row_copy) loops.body.packed.emplace_back(copy->load, copy->place(loops.kernel));
    for (const Packing& packing : loops.nest.packings)
        loops.body.packed.emplace_back(packing.load, index_of(loops.kernel, loops.nest, loops.tile, packing.load));
}

// True for rows of so many scalars that a compiler which hoists their loads pushes sums to memory. Loads of 16-bit
// floats are conversions behind them, which gain by being hoisted.
bool has_many_rows(const Kernel& kernel, const Piece& piece) {
    constexpr std::int64_t kManyRows = 14;
    const RegisterTile& tile = piece.tile;
    if (tile.lanes > 1 || tile.vectors > 1 || tile.rows < kManyRows || piece.reduction.back().taps) return false;
    return kernel.reduction->term && std::ranges::none_of(loads_of(kernel, *kernel.reduction->term), [&](ExprId load) {
               return is_half(kernel.exprs[load].type);
           });
}

// True if loads stay beside what needs them, because sums take all registers.
bool loads_stay(const Kernel& kernel, const Piece& piece, const Target& target) {
    if (piece.reduction.empty()) return false;
    const ReductionLoop& innermost = piece.reduction.back();
    const bool vectors_of_sums = piece.tile.lanes > 1 && target.vector_bytes == 0;
    return vectors_of_sums || innermost.together > 1 || innermost.rows_first || has_many_rows(kernel, piece);
}

nest::Body tile_statements(const Kernel& kernel, const Tiling& nest, const Piece& piece, const Target& target,
                           bool same_bits) {
    TileLoops loops(kernel, nest, piece);
    loops.body.as_written = loads_stay(kernel, piece, target);
    add_packed_loads(loops);
    if (!same_bits) loops.body.reciprocals = shared_divisions(loops, target);
    ParallelLoops(loops, target).build();
    return loops.finished();
}

nest::Body statements_of(const Kernel& kernel, const Tiling& nest, const Piece& piece, const Target& target,
                         bool same_bits) {
    if (kernel.scan) return scan_statements(kernel, nest, piece);
    const bool scalar = piece.tile.lane_dim < 0 || (piece.tile.lane_reduces && !kernel.reduction->term);
    return scalar ? scalar_statements(kernel, piece) : tile_statements(kernel, nest, piece, target, same_bits);
}

} // namespace

LoopNest loop_nest_of(const Kernel& kernel, const Tiling& tiling, const Target& target, bool same_bits) {
    LoopNest nest = tiling; // without its pieces
    for (const Piece& piece : tiling.pieces)
        nest.bodies.push_back(statements_of(kernel, tiling, piece, target, same_bits));
    return nest;
}

} // namespace hlo2cpp
