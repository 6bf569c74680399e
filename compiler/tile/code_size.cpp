#include "tile/code_size.h"

#include <algorithm>
#include <set>

#include "kernel/analysis.h"
#include "kernel/expression.h"

namespace hlo2cpp {
namespace {

void mix_terms(std::size_t& hash, const Index& index) {
    for (const Index::Product& product : index.products) mix(hash, product.term.value);
}

void mix_runs(std::size_t& hash, const std::vector<TapRun>& runs) {
    for (const TapRun& run : runs) {
        for (const std::int64_t value : {run.taps.begin, run.taps.end, run.rows.begin, run.rows.end, run.unroll})
            mix(hash, value);
        mix(hash, static_cast<std::int64_t>(run.edge));
        mix_runs(hash, run.inner);
    }
}

constexpr std::int64_t kInstruction = 4;
constexpr std::int64_t kLoop = 6 * kInstruction; // counting, and the addresses of its first round
constexpr std::int64_t kFunction = 16 * kInstruction;
constexpr std::int64_t kApplied = 3 * kInstruction; // an op behind the reduction, on average

// Form of a loop's blocks: 0 for none, 1 for one block in each round of the outer loops, 2 for several blocks of one
// size, 3 for several blocks with a shorter last one.
std::int64_t form_of_blocks(const ReductionLoop& loop) {
    if (loop.block == 0) return 0;
    if (loop.block == loop.range.size()) return 1;
    return loop.range.size() % loop.block == 0 ? 2 : 3;
}

class PieceSize {
public:
    PieceSize(const Kernel& kernel, const Piece& piece)
        : kernel_(kernel), piece_(piece), tile_(piece.tile), loads_(loads_of(kernel, *kernel.reduction->term)) {}

    std::int64_t bytes() const {
        std::int64_t sum = kFunction;
        for (const Loop& loop : piece_.loops)
            if (piece_.box[static_cast<std::size_t>(loop.dim)].size() > loop.step) sum += kLoop;
        const std::int64_t points = tile_.rows * tile_.vectors;
        for (const ReductionLoop& loop : piece_.reduction) {
            if (!loop.taps) sum += kLoop;
            // Sums start at zero, and are added to others, which the stack holds.
            if (loop.block > 0) sum += kLoop + 4 * points * tile_.chains * kInstruction;
        }
        sum += points * tile_.chains * kInstruction; // they start at zero
        sum += piece_.taps.empty() ? body(piece_.rows, piece_.reduction.back().unroll) : runs(piece_.taps);
        return sum + finish() * (piece_.epilogue == Epilogue::OneByOne ? 1 : points);
    }

private:
    std::int64_t runs(const std::vector<TapRun>& runs) const {
        std::int64_t sum = 0;
        for (const TapRun& run : runs) {
            sum += run.inner.empty() ? body(run.rows, run.unroll) : this->runs(run.inner);
            if (run.edge != Edge::None) sum += kLoop;
        }
        return sum;
    }

    std::int64_t body(const Range& rows, std::int64_t copies) const {
        std::int64_t loads = 0;
        for (const ExprId load : loads_) {
            const Index& index = kernel_.exprs[load].index;
            const bool row = tile_.row_dim >= 0 && kernel_.space.depends_on(index, tile_.row_dim),
                       lane = tile_.lane_dim >= 0 && kernel_.space.depends_on(index, tile_.lane_dim);
            loads += (row ? rows.size() : 1) * (lane ? tile_.vectors : 1);
        }
        const std::int64_t sums = rows.size() * tile_.vectors * tile_.chains;
        return std::max<std::int64_t>(copies, 1) * (loads + sums) * kInstruction;
    }

    // Bytes that finish one point: the ops of the outputs behind the sum.
    std::int64_t finish() const {
        std::int64_t sum = 0;
        for (const Output& output : kernel_.outputs) {
            std::vector<ExprId> pending = {output.expr};
            std::set<ExprId> seen;
            while (!pending.empty()) {
                const ExprId id = pending.back();
                pending.pop_back();
                if (!seen.insert(id).second) continue;
                const Expr& expr = kernel_.exprs[id];
                sum += expr.kind == ExprKind::Apply ? kApplied : expr.kind == ExprKind::Load ? kInstruction : 0;
                pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
            }
            sum += kInstruction;
        }
        return sum;
    }

    const Kernel& kernel_;
    const Piece& piece_;
    const RegisterTile& tile_;
    const std::vector<ExprId> loads_; // loads of the term
};

} // namespace

std::size_t outline_of(const Kernel& kernel) {
    std::size_t hash = kernel.dims.size();
    mix(hash, static_cast<std::int64_t>(kernel.reduction->dims.size()));
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        mix(hash, static_cast<std::int64_t>(expr.kind));
        mix(hash, static_cast<std::int64_t>(expr.type));
        mix(hash, static_cast<std::int64_t>(expr.opcode));
        for (const ExprId operand : expr.operands) mix(hash, operand.value);
        mix_terms(hash, expr.index);
    }
    for (const Condition& condition : kernel.reduction->conditions) {
        mix_terms(hash, condition.index);
        for (const Index::Product& product : condition.index.products) mix(hash, product.coefficient);
    }
    for (const Output& output : kernel.outputs) mix_terms(hash, output.index);
    return hash;
}

std::size_t form_of(const Tiling& nest) {
    std::size_t hash = nest.pieces.size();
    for (const Piece& piece : nest.pieces) {
        const RegisterTile& tile = piece.tile;
        for (const std::int64_t value :
             {tile.row_dim, tile.rows, tile.lane_dim, tile.lanes, tile.vectors, tile.idle, tile.again,
              std::int64_t{tile.new_lanes}, tile.rows_again, tile.chains, std::int64_t{tile.in_parts}})
            mix(hash, value);
        for (const Loop& loop : piece.loops)
            mix(hash, piece.box[static_cast<std::size_t>(loop.dim)].size() > loop.step ? loop.dim : -1);
        for (const ReductionLoop& loop : piece.reduction) {
            mix(hash, static_cast<std::int64_t>(loop.dims.size()));
            mix(hash, static_cast<std::int64_t>(loop.conditions.size()));
            mix(hash, loop.unroll);
            mix(hash, form_of_blocks(loop));
        }
        mix(hash, piece.rows.begin);
        mix(hash, piece.rows.end);
        mix_runs(hash, piece.taps);
    }
    return hash;
}

std::int64_t code_bytes(const Kernel& kernel, const Tiling& nest) {
    std::int64_t sum = 0;
    for (const Piece& piece : nest.pieces) sum += PieceSize(kernel, piece).bytes();
    return sum;
}

} // namespace hlo2cpp
