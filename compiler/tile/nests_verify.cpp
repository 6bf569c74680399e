#include "tile/nests_verify.h"

#include <algorithm>

#include "kernel/limits.h"
#include "kernel/loads.h"
#include "kernel/print.h"
#include "nest/cover.h"
#include "nest/verify.h"
#include "support/diagnostics.h"
#include "tile/analysis.h"
#include "tile/bias_verify.h"
#include "tile/extremum_parts.h"
#include "tile/first_extremum.h"
#include "tile/fixed_lanes.h"
#include "tile/lanes_verify.h"
#include "tile/packing_verify.h"
#include "tile/sum_blocks.h"
#include "tile/transposition.h"
#include "tile/winograd.h"
#include "tile/winograd_verify.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

class NestVerifier {
public:
    NestVerifier(const Kernel& kernel, const LoopNest& nest, const Target& target, bool in_order)
        : kernel_(kernel), nest_(nest), target_(target), in_order_(in_order),
          parallel_(static_cast<std::int64_t>(kernel.dims.size())),
          reduced_(kernel.reduction ? static_cast<std::int64_t>(kernel.reduction->dims.size()) : 0) {}

    Fault run() const {
        if (nest_.pieces.empty()) return computes_nothing() ? std::nullopt : Fault("it has no piece");
        if (nest_.winograd) return winograd();
        if (Fault fault = nest::wrong_bodies(kernel_, nest_.bodies)) return fault;
        if (Fault fault = wrong_packing(kernel_, nest_)) return fault;
        for (std::size_t i = 0; i < nest_.pieces.size(); ++i)
            if (Fault fault = piece(nest_.pieces[i])) return "piece " + std::to_string(i) + ": " + *fault;
        return sort();
    }

private:
    static const Range& side(const Piece& piece, std::int64_t d) { return piece.box[static_cast<std::size_t>(d)]; }

    bool computes_nothing() const {
        if (std::ranges::find(kernel_.dims, 0) != kernel_.dims.end()) return true;
        if (kernel_.sort && kernel_.sort->size < 2) return true;
        const IndexBounds bounds(kernel_);
        Limits limits;
        return std::ranges::any_of(kernel_.conditions,
                                   [&](const Condition& condition) { return !bounds.add(limits, condition); });
    }

    Fault winograd() const {
        std::vector<std::vector<Range>> boxes;
        for (const Piece& piece : nest_.pieces) boxes.push_back(piece.box);
        if (!boxes_cover(boxes, kernel_.dims)) return "its pieces do not cover each point once";
        if (in_order_) return "its sums are not in the order of every target";
        if (Fault fault = wrong_winograd(kernel_, nest_)) return fault;
        for (const Piece& piece : nest_.pieces)
            if (Fault fault = tile(piece.tile)) return fault;
        return NestVerifier(nest_.winograd->product, nest_.winograd->product_nest, target_, false).run();
    }

    Fault piece(const Piece& piece) const {
        if (Fault fault = tile(piece.tile)) return fault;
        if (Fault fault = chains(piece)) return fault;
        if (Fault fault = order(piece.tile)) return fault;
        if (Fault fault = blocks(piece)) return fault;
        if (Fault fault = wrong_bias(kernel_, piece, in_order_)) return fault;
        return lanes(piece);
    }

    Fault tile(const RegisterTile& tile) const {
        if (std::min({tile.rows, tile.lanes, tile.vectors, tile.chains}) < 1) return "its tile holds nothing";
        if (tile.row_dim < -1 || tile.row_dim >= parallel_) return "its rows are of no parallel dimension";
        if (tile.row_dim < 0 && tile.rows != 1) return "it has rows of no dimension";
        const std::int64_t first = tile.lane_reduces ? parallel_ : 0,
                           end = first + (tile.lane_reduces ? reduced_ : parallel_);
        if (tile.lane_dim != -1 && (tile.lane_dim < first || tile.lane_dim >= end))
            return "its lanes are of no dimension";
        if (tile.lane_dim < 0 && (tile.lanes * tile.vectors != 1 || tile.lane_reduces))
            return "it has lanes of no dimension";
        if (tile.row_dim >= 0 && tile.row_dim == tile.lane_dim) return "its rows are its lanes";
        if (tile.lane_reduces && tile.vectors != 1) return "it has several vectors of partial results";
        if (tile.lanes > 1 && tile.lanes * byte_size(tile_type()) > target_.vector_bytes)
            return "its lanes do not fit in a vector of the target";
        if (tile.idle < 0 || tile.idle >= tile.lanes || (tile.idle > 0 && tile.lane_reduces))
            return "its last vector holds nothing";
        if (tile.in_parts && (tile.lanes == 1 || !is_kept_in_parts(kernel_, target_)))
            return "its accumulators have parts, but are no vectors of extrema";
        if (tile.tiled() && (kernel_.in_order || kernel_.sort))
            return "its points follow each other, but its tile has several";
        return std::nullopt;
    }
    ElementType tile_type() const {
        return kernel_.reduction ? kernel_.exprs[kernel_.reduction->initial[0]].type
                                 : kernel_.exprs[kernel_.outputs[0].expr].type;
    }

    // Checks that each chain has a term in each round.
    Fault chains(const Piece& piece) const {
        const RegisterTile& tile = piece.tile;
        if (tile.lane_reduces || tile.chains == 1) return std::nullopt;
        if (!kernel_.reduction) return "it has chains of no reduction";
        const ReductionLoop& last = piece.reduction.back();
        if (!last.conditions.empty() || last.range.size() % tile.chains != 0)
            return "not all of its chains have a term in each round";
        return std::nullopt;
    }

    // True if the lanes run along a line whose first extremum is searched.
    bool searches(const RegisterTile& tile) const {
        return tile.lane_reduces && !kernel_.reduction->term && tile.rows * tile.vectors * tile.chains == 1 &&
               tile.lanes <= kernel_.reduction->dims[0] && first_extremum(kernel_).has_value();
    }

    // Checks the partial results: a power of two of them, which start at a neutral value. If the order is that of all
    // targets, their number is, too.
    Fault order(const RegisterTile& tile) const {
        if (searches(tile)) return std::nullopt; // whatever the order
        const std::int64_t parts = tile.chains * (tile.lane_reduces ? tile.lanes : 1);
        if ((parts & (parts - 1)) != 0) return "its partial results have no halves";
        if (parts > 1 && !may_start_often(kernel_)) return "its partial results start at a value that is not neutral";
        if (!in_order_ || parts == (reduces_in_fixed_lanes(kernel_) ? kFixedLanes : 1)) return std::nullopt;
        return "its partial results are not those of every target";
    }

    // Checks the blocks of sums: each begins and ends in one loop that tests nothing. If the order is that of all
    // targets, the blocks are, too.
    Fault blocks(const Piece& piece) const {
        const RegisterTile& tile = piece.tile;
        const std::int64_t parts = tile.lane_reduces ? tile.chains * tile.lanes : 1;
        const ReductionLoop* blocked = nullptr;
        for (const ReductionLoop& loop : piece.reduction) {
            if (loop.block == 0) continue;
            const bool last = &loop == &piece.reduction.back();
            if (blocked != nullptr) return "a block of its sum lies inside a block";
            if (loop.taps || !kernel_.reduction->conditions.empty()) return "a block of its sum leaves out terms";
            if (!kernel_.reduction->term || kernel_.reduction->combiner != Opcode::Add)
                return "it has blocks of what is no sum";
            if (last && loop.block % (tile.lane_reduces ? parts : tile.chains) != 0)
                return "a block ends within a step of its partial sums";
            blocked = &loop;
        }
        if (!in_order_ || !kernel_.reduction || searches(tile)) return std::nullopt;
        const std::optional<SumBlocks> wanted = sum_blocks(kernel_, parts);
        if (wanted.has_value() != (blocked != nullptr)) return "its blocks are not those of every target";
        if (!wanted) return std::nullopt;
        std::int64_t inside = 1; // points of the loop in one of the dimension
        for (std::size_t i = 1; i < blocked->dims.size(); ++i) inside *= size_of_dim(kernel_, blocked->dims[i]);
        if (blocked->dims[0] != wanted->dim || blocked->block != wanted->steps * inside)
            return "its blocks are not those of every target";
        return std::nullopt;
    }

    bool is_packed(ExprId load) const {
        return std::ranges::find(nest_.packings, load, &Packing::load) != nest_.packings.end();
    }

    std::vector<ExprId> term_loads() const {
        std::vector<ExprId> loads, pending = {*kernel_.reduction->term};
        std::vector<bool> seen(kernel_.exprs.size(), false);
        while (!pending.empty()) {
            const ExprId id = pending.back();
            pending.pop_back();
            if (seen[id.index()]) continue;
            seen[id.index()] = true;
            const Expr& expr = kernel_.exprs[id];
            if (expr.kind == ExprKind::Load) loads.push_back(id);
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        }
        return loads;
    }

    // Checks several lanes at once: they load neighbours, or one element, in each load of the term, and no condition
    // differs between them.
    Fault lanes(const Piece& piece) const {
        const RegisterTile& tile = piece.tile;
        if (tile.transposes) return wrong_transposition(kernel_, piece);
        if (!kernel_.reduction) return tile.idle > 0 ? Fault("it has idle lanes") : wrong_lanes(kernel_, piece);
        if (tile.lanes * tile.vectors == 1) return std::nullopt;
        if (searches(tile)) return std::nullopt;
        if (!kernel_.reduction->term) return "it has lanes of a reduction that has no term";
        for (const ExprId load : term_loads()) {
            const Index& index = kernel_.exprs[load].index;
            const bool together = read_together(kernel_, index, tile.lane_dim) ||
                                  (!tile.lane_reduces && reads_apart(kernel_, load, tile.lane_dim));
            if (tile.lanes > 1 && !is_packed(load) && !together)
                return "its lanes are no neighbours in e" + std::to_string(load.value);
            const bool lanes_differ = kernel_.space.depends_on(index, tile.lane_dim);
            if (tile.idle > 0 && lanes_differ && !is_packed(load))
                return "its idle lanes would read e" + std::to_string(load.value) + " behind its end";
        }
        if (tile.idle > 0 && side(piece, tile.lane_dim).end != size_of_dim(kernel_, tile.lane_dim))
            return "it has idle lanes in front of other points";
        const IndexBounds bounds(kernel_);
        Limits box;
        for (std::int64_t d = 0; d < parallel_; ++d)
            bounds.add(box, {kernel_.space.dimension(d), side(piece, d).begin, side(piece, d).end});
        for (const Condition& condition : kernel_.reduction->conditions) {
            const Range range = bounds.of(condition.index, box);
            const bool always = range.begin >= condition.low && range.end <= condition.high;
            if (!always && kernel_.space.depends_on(condition.index, tile.lane_dim))
                return "a condition tells its lanes apart";
        }
        return std::nullopt;
    }

    // Checks a sort: the left run of the last merge of every output has a place of its own in the scratch.
    Fault sort() const {
        if (kernel_.sort.has_value() != nest_.sort.has_value()) return "it sorts without runs, or has runs and no sort";
        if (!nest_.sort) return std::nullopt;
        const std::int64_t size = kernel_.sort->size, run = nest_.sort->run;
        if (run < 1) return "its runs hold nothing";
        if (run >= size) return std::nullopt;
        std::int64_t left = run;
        while (2 * left < size) left *= 2;
        if (nest_.sort->scratch.size() != kernel_.outputs.size()) return "an output has no place in the scratch";
        std::vector<Range> used; // bytes
        for (std::size_t i = 0; i < kernel_.outputs.size(); ++i) {
            const std::int64_t element = byte_size(kernel_[kernel_.outputs[i].argument].type),
                               begin = nest_.sort->scratch[i] * byte_size(nest_.scratch_type);
            if (begin % element != 0) return "an output is not aligned in the scratch";
            used.push_back({begin, begin + left * element});
            if (begin < 0 || used.back().end > nest_.scratch_bytes) return "a run does not fit in the scratch";
        }
        std::ranges::sort(used, {}, &Range::begin);
        for (std::size_t i = 1; i < used.size(); ++i)
            if (used[i].begin < used[i - 1].end) return "two outputs share a place in the scratch";
        return std::nullopt;
    }

    const Kernel& kernel_;
    const LoopNest& nest_;
    const Target& target_;
    const bool in_order_;
    const std::int64_t parallel_, reduced_; // dimensions
};

} // namespace

void verify_nests(const Kernels& kernels, const LoopNests& nests) {
    const auto fail = [](const std::string& what) {
        throw InternalError("hlo2cpp has a bug: the loop nests are wrong: " + what);
    };
    if (nests.nests.size() != kernels.kernels.size()) fail("there is not one for each kernel");
    std::vector<const Call*> called(kernels.kernels.size(), nullptr);
    for_each_call(kernels.regions, [&](const Call& call) {
        if (called[call.kernel.index()] == nullptr) called[call.kernel.index()] = &call;
    });
    for (std::size_t k = 0; k < nests.nests.size(); ++k) {
        const std::string what = "kernel " + std::to_string(k) +
                                 (called[k] == nullptr ? "" : " (" + printable(called[k]->name, 60) + ")") + ": ";
        if (nests.nests[k].kernel != KernelId(k)) fail(what + "its nest is that of another kernel");
        if (const Fault fault = NestVerifier(kernels.kernels[k], nests.nests[k], nests.target, nests.in_order).run())
            fail(what + *fault);
    }
}

} // namespace hlo2cpp
