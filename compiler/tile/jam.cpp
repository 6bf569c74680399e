#include "tile/jam.h"

#include <algorithm>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostJammed = 8; // beyond that, what they share leaves the registers

// Loads of a box, by expression.
std::vector<bool> loads_of_box(const Kernel& kernel, const std::vector<Range>& box) {
    const Bounds bounds(kernel.space, box);
    const Dependences dependences(kernel, bounds);
    std::vector<bool> seen(kernel.exprs.size(), false), loads(kernel.exprs.size(), false);
    std::vector<ExprId> pending;
    for (const Output& output : kernel.outputs) pending.push_back(output.expr);
    while (!pending.empty()) {
        const ExprId id = dependences.resolve(pending.back());
        pending.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        const Expr& expr = kernel.exprs[id];
        loads[id.index()] = expr.kind == ExprKind::Load;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return loads;
}

// Loads of elements that do not change along the dimension.
std::size_t common_loads(const Kernel& kernel, const std::vector<bool>& a, const std::vector<bool>& b,
                         std::int64_t dim) {
    std::size_t common = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] && b[i] && !kernel.space.depends_on(kernel.exprs[ExprId(i)].index, dim)) ++common;
    return common;
}

bool is_plain_piece(const Piece& piece) {
    return piece.tile.lane_dim < 0 && piece.unswitched.empty() && piece.reduction.empty() && piece.jammed < 0;
}

bool same_loops(const Piece& a, const Piece& b) {
    return std::ranges::equal(a.loops, b.loops, [](const Loop& one, const Loop& other) {
        return one.dim == other.dim && one.step == other.step && one.down == other.down;
    });
}

// The one dimension along which b is the next point behind a; -1: none.
std::int64_t next_along(const Piece& a, const Piece& b) {
    if (!is_plain_piece(a) || !is_plain_piece(b) || !same_loops(a, b)) return -1;
    std::int64_t along = -1;
    for (std::size_t d = 0; d < a.box.size(); ++d) {
        if (a.box[d] == b.box[d]) continue;
        const bool next = a.box[d].size() == 1 && b.box[d].size() == 1 && a.box[d].end == b.box[d].begin;
        if (!next || along >= 0) return -1;
        along = static_cast<std::int64_t>(d);
    }
    return along;
}

} // namespace

std::vector<Piece> jammed(const Kernel& kernel, const Target& target, std::vector<Piece> pieces) {
    if (target.vector_bytes > 0 || !kernel.conditions.empty()) return pieces; // compilers make vectors of plain loops
    std::vector<Piece> result;
    for (std::size_t first = 0; first < pieces.size();) {
        Piece piece = pieces[first];
        const std::vector<bool> loads = loads_of_box(kernel, piece.box);
        std::int64_t along = -1;
        std::size_t end = first + 1;
        for (; end < pieces.size() && end - first < kMostJammed; ++end) {
            const std::int64_t next = next_along(pieces[end - 1], pieces[end]);
            if (next < 0 || (along >= 0 && next != along)) break;
            if (common_loads(kernel, loads, loads_of_box(kernel, pieces[end].box), next) == 0) break;
            along = next;
        }
        if (along >= 0) {
            piece.jammed = along;
            piece.box[static_cast<std::size_t>(along)].end = pieces[end - 1].box[static_cast<std::size_t>(along)].end;
        }
        result.push_back(std::move(piece));
        first = end;
    }
    return result;
}

} // namespace hlo2cpp
