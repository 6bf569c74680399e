#include "tile/points.h"

#include <algorithm>

#include "nest/in_place.h"
#include "tile/elementwise.h"
#include "tile/fixed_lanes.h"
#include "tile/jam.h"
#include "tile/peel.h"
#include "tile/statements/statements.h"
#include "tile/sum_blocks.h"
#include "tile/unswitching.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

std::vector<ReductionLoop> plain_reduction_loops(const Kernel& kernel) {
    const std::optional<SumBlocks> blocks = sum_blocks(kernel);
    std::vector<ReductionLoop> loops;
    for (const std::int64_t size : kernel.reduction->dims) {
        const auto dim = static_cast<std::int64_t>(kernel.dims.size() + loops.size());
        loops.push_back({.dims = {dim}, .range = {0, size}, .block = blocks && blocks->dim == dim ? blocks->steps : 0});
    }
    return loops;
}

// The innermost of several loops, written out where it has few points and its counting costs more than they do.
void write_out_short_loop(const Kernel& kernel, const Target& target, Piece& piece) {
    constexpr std::int64_t kShort = 4, kMostInstructions = 16;
    const std::optional<std::size_t> innermost = innermost_loop(piece);
    if (!innermost || kernel.reduction || kernel.sort || kernel.in_order || piece.tile.lane_dim >= 0) return;
    Loop& loop = piece.loops[*innermost];
    const std::int64_t points = piece.box[static_cast<std::size_t>(loop.dim)].size();
    std::int64_t all = 1, instructions = 0;
    for (const Range& side : piece.box) all *= side.size();
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) instructions += instructions_of(kernel.exprs[ExprId(i)]);
    if (points > kShort || points == all || points * instructions > kMostInstructions) return;
    Tiling with, without;
    without.pieces = {piece};
    loop.unroll = points;
    with.pieces = {piece};
    if (estimate(kernel, with, target).cycles >= estimate(kernel, without, target).cycles) loop.unroll = 0;
}

bool runs_in_place(const Kernel& kernel, const Target& target, const Tiling& order) {
    return overwrites_some_operand(kernel, loop_nest_of(kernel, order, target, false));
}

// The tiling, reversed (last point first) if only that order may overwrite an operand, because its elements move
// towards higher addresses; if none may, jammed.
Tiling in_place_order(const Kernel& kernel, const Target& target, Tiling nest) {
    if (kernel.reduction || kernel.sort || kernel.in_order) return nest;
    const bool has_operand = !operands_of_output_size(kernel).empty();
    if (has_operand && runs_in_place(kernel, target, nest)) return nest;
    Tiling backward = nest;
    std::ranges::reverse(backward.pieces);
    for (Piece& piece : backward.pieces)
        for (Loop& loop : piece.loops) loop.down = true;
    if (has_operand && runs_in_place(kernel, target, backward)) return backward;
    nest.pieces = jammed(kernel, target, std::move(nest.pieces));
    nest.functions = {{0, static_cast<std::int64_t>(nest.pieces.size())}};
    return nest;
}

} // namespace

std::vector<Piece> plain_pieces(const Kernel& kernel, const TileOptions& options) {
    std::vector<Piece> pieces;
    for (std::vector<Range>& box :
         peeled_boxes(kernel, kernel.in_order ? 1 : static_cast<std::size_t>(options.boxes))) {
        Piece piece{.box = std::move(box)};
        for (std::size_t d = 0; d < kernel.dims.size(); ++d)
            piece.loops.push_back({.dim = static_cast<std::int64_t>(d)});
        if (kernel.reduction) piece.reduction = plain_reduction_loops(kernel);
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

Tiling tiling_of(std::vector<Piece> pieces, const Target& target) {
    Tiling tiling;
    tiling.pieces = std::move(pieces);
    tiling.functions = {{0, static_cast<std::int64_t>(tiling.pieces.size())}};
    tiling.rolled = target.vector_bytes == 0; // there are no registers for several copies
    return tiling;
}

std::vector<Candidate> point_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                        double /*slack*/) {
    if (kernel.scan || kernel.sort) return {};
    if (options.goal.in_order && reduces_in_fixed_lanes(kernel)) return {}; // on every target, whatever is faster
    std::vector<Piece> pieces;
    for (const Piece& plain : plain_pieces(kernel, options))
        for (Piece& piece : elementwise_pieces(kernel, target, plain, options.goal.in_order)) {
            if (options.goal.optimize == Optimize::Speed) unswitch(kernel, target, piece);
            if (options.goal.optimize != Optimize::Size) write_out_short_loop(kernel, target, piece);
            pieces.push_back(std::move(piece));
        }
    return only_candidate(kernel, in_place_order(kernel, target, tiling_of(std::move(pieces), target)), target);
}

} // namespace hlo2cpp
