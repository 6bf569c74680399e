#include "tile/unswitching.h"

#include <algorithm>
#include <map>

#include "kernel/dependence.h"
#include "kernel/loads.h"
#include "tile/candidate.h"

namespace hlo2cpp {
namespace {

// Conditions that the points of a box leave open, one for each index: all of them hold where it holds.
class OpenConditions {
public:
    OpenConditions(const Kernel& kernel, const std::vector<Range>& box)
        : kernel_(kernel), bounds_(kernel.space, box), dependences_(kernel, bounds_) {}

    // Conditions of guards and stores that do not change along the dimension.
    std::vector<Condition> along(std::int64_t dim) {
        std::vector<bool> seen(kernel_.exprs.size(), false);
        std::vector<ExprId> pending;
        for (const Output& output : kernel_.outputs) {
            pending.push_back(output.expr);
            add(output.conditions, dim);
        }
        while (!pending.empty()) {
            const ExprId id = dependences_.resolve(pending.back());
            pending.pop_back();
            if (seen[id.index()]) continue;
            seen[id.index()] = true;
            const Expr& expr = kernel_.exprs[id];
            add(expr.conditions, dim);
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        }
        std::vector<Condition> all;
        for (const auto& [index, range] : ranges_) {
            if (range.size() <= 0) return {}; // never all together
            all.push_back({index, range.begin, range.end});
        }
        return to_be_tested(bounds_, all);
    }

private:
    void add(const std::vector<Condition>& conditions, std::int64_t dim) {
        for (const Condition& condition : conditions) {
            bool known = !kernel_.space.depends_on(condition.index, dim) && !bounds_.decided(condition);
            for_each_dynamic(kernel_.space, condition.index, [&](ExprId) { known = false; });
            if (!known) continue;
            const std::int64_t constant = condition.index.constant;
            const auto [same, fresh] = ranges_.try_emplace(condition.index - Index(constant), Range{-kFar, kFar});
            same->second = common_part(same->second, {condition.low - constant, condition.high - constant});
        }
    }

    const Kernel& kernel_;
    const Bounds bounds_;
    const Dependences dependences_;
    std::map<Index, Range> ranges_;
};

} // namespace

std::optional<std::size_t> innermost_loop(const Piece& piece) {
    for (std::size_t i = piece.loops.size(); i-- > 0;)
        if (piece.box[static_cast<std::size_t>(piece.loops[i].dim)].size() > 1) return i;
    return std::nullopt;
}

void unswitch(const Kernel& kernel, const Target& target, Piece& piece) {
    const std::optional<std::size_t> loop = innermost_loop(piece);
    if (kernel.reduction || kernel.sort || kernel.scan || kernel.in_order || piece.tile.transposes || !loop) return;
    Tiling with, without;
    without.pieces = with.pieces = {piece};
    with.pieces[0].unswitched = OpenConditions(kernel, piece.box).along(piece.loops[*loop].dim);
    if (with.pieces[0].unswitched.empty()) return;
    if (estimate(kernel, with, target).cycles < estimate(kernel, without, target).cycles) piece = with.pieces[0];
}

} // namespace hlo2cpp
