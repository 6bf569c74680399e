#include "tile/epilogue.h"

#include <algorithm>
#include <set>

#include "kernel/dependence.h"
#include "ops/op.h"
#include "tile/analysis.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostVectorOps = 200;

// Whether the lanes lie side by side in memory.
bool side_by_side(const Kernel& kernel, const Index& index, std::int64_t lane_dim) {
    return affine_in(kernel.space, index, lane_dim) && kernel.space.coefficient(index, lane_dim) == 1;
}

// Every op that the lanes go through has a vector form, and the result lies in memory as the lanes do.
bool has_vector_form(const Kernel& kernel, const Dependences& dependences, const Output& output,
                     std::int64_t lane_dim) {
    const ElementType type = kernel.exprs[kernel.reduction->initial[0]].type;
    if (kernel.exprs[output.expr].type != type || !side_by_side(kernel, output.index, lane_dim)) return false;
    std::vector<ExprId> pending = {output.expr};
    for (std::size_t i = 0; i < pending.size(); ++i) {
        if (pending.size() > kMostVectorOps) return false;
        const ExprId id = dependences.resolve(pending[i]);
        const Dependence& of = dependences.of(id);
        if (!of.accumulator && (of.dims & dimension_bit(lane_dim)) == 0) continue; // the same in all lanes
        const Expr& expr = kernel.exprs[id];
        if (expr.type != type) return false;
        if (expr.kind == ExprKind::Accumulator) continue;
        if (expr.kind == ExprKind::Load && side_by_side(kernel, expr.index, lane_dim)) continue;
        if (expr.kind != ExprKind::Apply || vector_print_of(expr.opcode) == nullptr) return false;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return true;
}

// Whether finishing an element takes a function that is no instruction; or any operation, where code is to be small.
bool is_long(const Kernel& kernel, const Dependences& dependences, const Output& output, bool small) {
    std::vector<ExprId> pending = {output.expr};
    std::set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = dependences.resolve(pending.back());
        pending.pop_back();
        if (!dependences.of(id).accumulator || !seen.insert(id).second) continue;
        const Expr& expr = kernel.exprs[id];
        const bool function = expr.kind == ExprKind::Apply && definition_of(expr.opcode)->cost == Cost::Expensive &&
                              vector_print_of(expr.opcode) == nullptr;
        if (function || (small && expr.kind == ExprKind::Apply)) return true;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return false;
}

} // namespace

Epilogue epilogue_of(const Kernel& kernel, const Piece& piece, bool small) {
    const RegisterTile& tile = piece.tile;
    if (tile.lane_reduces) return Epilogue::Scalars;
    const Bounds bounds(kernel.space, piece.box);
    const Dependences dependences(kernel, bounds);
    if (tile.lanes > 1) {
        const bool vectors = std::ranges::all_of(kernel.outputs, [&](const Output& output) {
            return has_vector_form(kernel, dependences, output, tile.lane_dim);
        });
        return vectors ? Epilogue::Vectors : Epilogue::LaneByLane;
    }
    const bool several = tile.rows * tile.vectors > (small ? 4 : 1); // the loop takes code, too
    const bool long_code = several && std::ranges::any_of(kernel.outputs, [&](const Output& output) {
                               return is_long(kernel, dependences, output, small);
                           });
    return long_code ? Epilogue::OneByOne : Epilogue::Scalars;
}

} // namespace hlo2cpp
