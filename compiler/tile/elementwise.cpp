#include "tile/elementwise.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "ops/op.h"
#include "tile/candidate.h"
#include "tile/transposition.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

class LineTiler {
public:
    LineTiler(const Kernel& kernel, const Target& target, const Piece& plain)
        : kernel_(kernel), target_(target), plain_(plain), bounds_(kernel.space, plain.box),
          dependences_(kernel, bounds_), type_(lane_type(kernel)) {}

    std::vector<Piece> run() {
        best_ = {plain_};
        best_cycles_ = cycles_of(best_);
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d) {
            choose_lanes(static_cast<std::int64_t>(d));
            if (!fits()) continue;
            consider(pieces(most_vectors()));
        }
        return std::move(best_);
    }

private:
    static constexpr std::int64_t kShortest = 4; // lanes of the narrowest vector

    const Range& line() const { return plain_.box[static_cast<std::size_t>(lane_dim_)]; }

    void choose_lanes(std::int64_t dim) {
        lane_dim_ = dim;
        halves_ = target_.half_arithmetic && computes_in_halves(kernel_, dependences_, dim);
        lanes_ = target_.vector_bytes / byte_size(halves_ ? ElementType::F16 : type_);
        if (halves_ && line().size() < lanes_) lanes_ = kShortest;
    }

    // True if vectors pay. Compilers turn copies of neighbours into memcpy, and may put several lines shorter than a
    // vector into one. Neither holds for functions, which pay even on few lanes and on lanes that are not adjacent.
    bool fits() const {
        const bool real = type_ == ElementType::F32 || type_ == ElementType::F64;
        const bool functions = any_lanes(calls_function), apart = shuffles();
        if (target_.float_sums && !flushing_expressions_are_vectors(kernel_, dependences_, lane_dim_)) return false;
        return real && line().size() >= (functions || apart ? std::min(kShortest, lanes_) : lanes_) &&
               (apart || any_lanes([](const Expr& expr) { return expr.kind == ExprKind::Apply; })) &&
               std::ranges::all_of(kernel_.outputs, [&](const Output& output) {
                   return has_vector_form(kernel_, dependences_, output, lane_dim_, functions);
               });
    }

    bool shuffles() const {
        return std::ranges::any_of(lane_expressions(kernel_, dependences_, lane_dim_), [&](ExprId id) {
            return kernel_.exprs[id].kind == ExprKind::Load && reads_every_second(kernel_, id, lane_dim_);
        });
    }

    template <typename Holds>
    bool any_lanes(Holds&& holds) const {
        return std::ranges::any_of(lane_expressions(kernel_, dependences_, lane_dim_),
                                   [&](ExprId id) { return holds(kernel_.exprs[id]); });
    }

    // Instructions of a vector, as far as they are computed for it.
    std::int64_t instructions() const {
        std::int64_t ops = 0;
        for (const ExprId id : lane_expressions(kernel_, dependences_, lane_dim_))
            ops += instructions_of(kernel_.exprs[id]);
        return ops;
    }

    // Most vectors of a tile, unrolled one after the other: several only if their code is short.
    std::int64_t most_vectors() const {
        constexpr std::int64_t kMost = 8, kMostOps = 48;
        return std::clamp<std::int64_t>(kMostOps / (instructions() + 1), 1, kMost);
    }

    // Pieces with tiles of at most `most` vectors, such that the tiles divide their ranges.
    std::vector<Piece> pieces(std::int64_t most) const {
        std::vector<Piece> pieces;
        std::int64_t at = line().begin;
        for (std::int64_t lanes = lanes_; at < line().end; lanes = (lanes > kShortest) ? lanes / 2 : 1) {
            if (lanes == 1) {
                pieces.push_back(piece({at, line().end}, {}));
                break;
            }
            const std::int64_t columns = (line().end - at) / lanes;
            if (columns == 0) continue;
            std::int64_t vectors = std::min(most, columns);
            while (columns % vectors != 0) --vectors;
            const Range range{at, at + columns * lanes};
            pieces.push_back(piece(range, {.lane_dim = lane_dim_, .lanes = lanes, .vectors = vectors}));
            at = range.end;
            if (at == line().end || !ends_in_whole_vector()) continue;
            pieces.push_back(last_vector(lanes, line().end - at));
            break;
        }
        return pieces;
    }

    // True if an overlapping tail pays: functions, and other long code, take as long for few lanes as for all.
    bool ends_in_whole_vector() const {
        const bool plain = std::ranges::all_of(kernel_.outputs, [&](const Output& output) {
            return kernel_.exprs[output.expr].type == type_ && kernel_.space.coefficient(output.index, lane_dim_) == 1;
        });
        constexpr std::int64_t kLong = 48; // instructions
        return shuffles() ? may_run_again(kernel_)
                          : plain && (any_lanes(calls_function) || (instructions() >= kLong && may_run_again(kernel_)));
    }

    // The last vector: it begins earlier, so that it is full.
    Piece last_vector(std::int64_t lanes, std::int64_t points) const {
        return piece({line().end - lanes, line().end}, {.lane_dim = lane_dim_,
                                                        .lanes = lanes,
                                                        .vectors = 1,
                                                        .again = lanes - points,
                                                        .new_lanes = !may_run_again(kernel_)});
    }

    // A piece that is a part of the lines.
    Piece piece(const Range& range, const RegisterTile& tile) const {
        Piece piece = plain_;
        piece.box[static_cast<std::size_t>(lane_dim_)] = range;
        piece.tile = tile;
        piece.tile.halves = halves_ && tile.lanes > 1;
        piece.epilogue = tile.lanes > 1 ? Epilogue::Vectors : Epilogue::Scalars;
        const auto along = std::ranges::find(piece.loops, lane_dim_, &Loop::dim);
        along->step = tile.lanes * tile.vectors;
        std::rotate(along, along + 1, piece.loops.end()); // innermost
        return piece;
    }

    double cycles_of(const std::vector<Piece>& pieces) const {
        Tiling tiling;
        tiling.pieces = pieces;
        return estimate(kernel_, tiling, target_).cycles;
    }

    void consider(std::vector<Piece> pieces) {
        const double cycles = cycles_of(pieces);
        if (cycles >= best_cycles_) return;
        best_ = std::move(pieces);
        best_cycles_ = cycles;
    }

    const Kernel& kernel_;
    const Target target_;
    const Piece& plain_;
    const Bounds bounds_;
    const Dependences dependences_;
    const ElementType type_;
    std::int64_t lane_dim_ = 0, lanes_ = 1; // of the widest vector
    bool halves_ = false;                   // see RegisterTile
    std::vector<Piece> best_;
    double best_cycles_ = 0;
};

} // namespace

std::vector<Piece> elementwise_pieces(const Kernel& kernel, const Target& target, const Piece& plain, bool in_order) {
    if (kernel.reduction || kernel.sort || !points_are_apart(kernel)) return {plain};
    if (target.float_sums && !in_order) return LineTiler(kernel, target.with_vectors_of_sums(), plain).run();
    if (target.vector_bytes == 0) return {plain};
    std::vector<Piece> transposing = transposing_pieces(kernel, target, plain);
    return transposing.empty() ? LineTiler(kernel, target, plain).run() : std::move(transposing);
}

} // namespace hlo2cpp
