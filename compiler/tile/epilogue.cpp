#include "tile/epilogue.h"

#include <algorithm>
#include <set>

#include "ops/op.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

// True if finishing an element calls a function, or, if code is to be small, takes any operation.
bool is_long(const Kernel& kernel, const Dependences& dependences, const Output& output, bool small) {
    std::vector<ExprId> pending = {output.expr};
    std::set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = dependences.resolve(pending.back());
        pending.pop_back();
        if (!dependences.of(id).accumulator || !seen.insert(id).second) continue;
        const Expr& expr = kernel.exprs[id];
        if (calls_function(expr) || (small && expr.kind == ExprKind::Apply)) return true;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return false;
}

} // namespace

std::int64_t result_lanes(const Kernel& kernel, const Target& target, const Piece& piece, const TileOptions& options) {
    constexpr std::int64_t kFewInstructions = 4; // of a result, less than those of a detour through an array
    const RegisterTile& tile = piece.tile;
    const ElementType type = kernel.exprs[kernel.reduction->initial[0]].type;
    const std::int64_t lanes = target.sum_vector_bytes / byte_size(type),
                       points = piece.box[static_cast<std::size_t>(tile.lane_dim)].size();
    const bool fills = tile.lanes == 1 && is_integer(type) && lanes > 1 && lanes % tile.vectors == 0;
    if (!fills || points % lanes != 0) return 1;
    const Dependences dependences(kernel, Bounds(kernel.space, piece.box));
    std::int64_t instructions = 0;
    for (const ExprId id : lane_expressions(kernel, dependences, tile.lane_dim))
        instructions += instructions_of(kernel.exprs[id]);
    if (instructions < kFewInstructions) return 1;
    return finishes_sums_as_vectors(kernel, dependences, tile.lane_dim, target, options.goal.in_order) ? lanes : 1;
}

Epilogue epilogue_of(const Kernel& kernel, const Target& target, const Piece& piece, const TileOptions& options) {
    const bool small = options.small;
    const RegisterTile& tile = piece.tile;
    if (tile.lane_reduces) return Epilogue::Scalars;
    if (tile.result_lanes > 1) return Epilogue::Vectors;
    const Bounds bounds(kernel.space, piece.box);
    const Dependences dependences(kernel, bounds);
    if (tile.lanes > 1) {
        const bool calls = small && std::ranges::any_of(kernel.outputs, [&](const Output& output) {
                               return is_long(kernel, dependences, output, false); // once for each vector of the tile
                           });
        if (calls) return Epilogue::LaneByLane;
        return finishes_sums_as_vectors(kernel, dependences, tile.lane_dim, target, options.goal.in_order)
                   ? Epilogue::Vectors
                   : Epilogue::LaneByLane;
    }
    const bool several = tile.rows * tile.vectors > (small ? 4 : 1); // the loop takes code, too
    const bool long_code = several && std::ranges::any_of(kernel.outputs, [&](const Output& output) {
                               return is_long(kernel, dependences, output, small);
                           });
    return long_code ? Epilogue::OneByOne : Epilogue::Scalars;
}

} // namespace hlo2cpp
