#include "tile/jam.h"

#include <algorithm>
#include <deque>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostJammed = 8; // beyond that, what they share leaves the registers

// What the points of a box compute, where guards that the box decides are gone.
class Computed {
public:
    Computed(const Kernel& kernel, const std::vector<Range>& box)
        : kernel_(kernel), bounds_(kernel.space, box), dependences_(kernel, bounds_),
          seen_(kernel.exprs.size(), false) {
        std::vector<ExprId> pending;
        for (const Output& output : kernel.outputs) pending.push_back(output.expr);
        while (!pending.empty()) {
            const ExprId id = dependences_.resolve(pending.back());
            pending.pop_back();
            if (seen_[id.index()]) continue;
            seen_[id.index()] = true;
            for (const ExprId value : operands_of(id)) pending.push_back(value);
        }
    }

    // True if both load elements that do not change along the dimension, and what both compute has the same operands in
    // both: else it would look like one value, and be two.
    bool shares_with(const Computed& other, std::int64_t dim) const {
        bool loads = false;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            if (!seen_[i] || !other.seen_[i]) continue;
            const Expr& expr = kernel_.exprs[ExprId(i)];
            loads |= expr.kind == ExprKind::Load && !kernel_.space.depends_on(expr.index, dim);
            for (const ExprId value : operands_of(ExprId(i)))
                if (dependences_.resolve(value) != other.dependences_.resolve(value)) return false;
        }
        return loads;
    }

private:
    std::vector<ExprId> operands_of(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        std::vector<ExprId> values = expr.operands;
        const auto add = [&](ExprId value) { values.push_back(value); };
        for_each_dynamic(kernel_.space, expr.index, add);
        for (const Condition& condition : expr.conditions) for_each_dynamic(kernel_.space, condition.index, add);
        return values;
    }

    const Kernel& kernel_;
    const Bounds bounds_;
    const Dependences dependences_;
    std::vector<bool> seen_;
};

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
        std::deque<Computed> computed;
        computed.emplace_back(kernel, pieces[first].box);
        std::int64_t along = -1;
        std::size_t end = first + 1;
        for (; end < pieces.size() && end - first < kMostJammed; ++end) {
            const std::int64_t next = next_along(pieces[end - 1], pieces[end]);
            if (next < 0 || (along >= 0 && next != along)) break;
            computed.emplace_back(kernel, pieces[end].box);
            const auto shares = [&](const Computed& one) {
                return &one == &computed.back() || one.shares_with(computed.back(), next);
            };
            if (!std::ranges::all_of(computed, shares)) break;
            along = next;
        }
        Piece piece = pieces[first];
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
