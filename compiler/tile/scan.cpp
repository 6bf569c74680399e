#include "tile/scan.h"

#include <algorithm>

#include "ops/op.h"
#include "tile/peel.h"
#include "tile/points.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

class ScanTiler {
public:
    ScanTiler(const Kernel& kernel, const Target& target, const Goal& goal, const std::vector<Range>& box)
        : kernel_(kernel), scan_(*kernel.scan), target_(target), goal_(goal), box_(box), bounds_(kernel.space, box),
          dependences_(kernel, bounds_), type_(lane_type(kernel)),
          widest_(std::max<std::int64_t>(target.vector_bytes / byte_size(type_), 1)) {}

    std::vector<Piece> run() {
        lane_dim_ = innermost();
        if (lane_dim_ == scan_.dim) return {along_line()};
        if (lane_dim_ >= 0 && unrolls()) rows();
        return pieces_.empty() ? std::vector{piece({})} : std::move(pieces_);
    }

private:
    static constexpr std::int64_t kShortest = 4; // lanes of the narrowest vector
    static constexpr std::int64_t kMostVectors = 8;

    const Range& side(std::int64_t dim) const { return box_[static_cast<std::size_t>(dim)]; }

    // True if unrolled scalars are worth their code.
    bool unrolls() const {
        constexpr std::int64_t kFewPoints = 1024;
        if (target_.vector_bytes > 0) return true;
        std::int64_t points = 1;
        for (const Range& range : box_) points *= range.size();
        const bool scarce = target_.scarce_flash && points < kFewPoints && goal_.optimize != Optimize::Speed;
        return goal_.optimize != Optimize::Size && !scarce;
    }

    // The dimension along which the results lie next to each other, or -1.
    std::int64_t innermost() const {
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d)
            if (kernel_.space.coefficient(kernel_.outputs[0].index, static_cast<std::int64_t>(d)) == 1)
                return static_cast<std::int64_t>(d);
        return -1;
    }

    // ---- lines
    Piece along_line() const {
        const std::int64_t lanes = lanes_of_sums(side(scan_.dim).size());
        const bool vectors = lanes > 1 && !scan_.reverse && scan_has_vector_form(kernel_, dependences_, scan_.dim);
        return vectors ? piece({.lane_dim = scan_.dim, .lanes = lanes, .lane_reduces = true}) : piece({});
    }

    // The widest vectors that fill the line twice, since the sums inside them cost; 1: none.
    std::int64_t lanes_of_sums(std::int64_t steps) const {
        constexpr std::int64_t kLeastBytes = 16;
        if (goal_.in_order || scan_.combiner != Opcode::Add) return 1;
        std::int64_t lanes = widest_;
        while (lanes > 1 && lanes * 2 > steps) lanes /= 2;
        return lanes * byte_size(type_) < kLeastBytes ? 1 : lanes;
    }

    // ---- states side by side
    void rows() {
        const bool vectors = scan_has_vector_form(kernel_, dependences_, lane_dim_);
        std::int64_t at = side(lane_dim_).begin;
        for (std::int64_t lanes = vectors ? widest_ : 1; lanes >= kShortest; lanes /= 2)
            at = states(at, lanes, most_vectors());
        at = states(at, 1, most_scalars());
        states(at, 1, side(lane_dim_).end - at);
    }

    // Most scalars of a tile: as many as there are registers. Where compilers make vectors of a loop over them, whole
    // cache lines, which the next rows do not come back to.
    std::int64_t most_scalars() const {
        constexpr std::int64_t kInRegisters = 16, kInLoop = 64;
        const auto slots = static_cast<std::int64_t>(scan_.initial.size());
        return target_.vector_bytes > 0 ? kInLoop : std::max<std::int64_t>(kInRegisters / slots, 1);
    }

    // Adds a piece of tiles of up to `most` vectors, which divide it. Returns the first point behind it.
    std::int64_t states(std::int64_t at, std::int64_t lanes, std::int64_t most) {
        const std::int64_t columns = (side(lane_dim_).end - at) / lanes;
        if (columns == 0) return at;
        std::int64_t vectors = std::min(most, columns);
        while (lanes > 1 && columns % vectors != 0) --vectors;
        const Range range{at, at + columns / vectors * vectors * lanes};
        Piece made = piece({.lane_dim = lane_dim_, .lanes = lanes, .vectors = vectors});
        made.box[static_cast<std::size_t>(lane_dim_)] = range;
        pieces_.push_back(std::move(made));
        return range.end;
    }

    // Most vectors of a tile: several only if their code is short.
    std::int64_t most_vectors() const {
        constexpr std::int64_t kMostOps = 48;
        std::int64_t ops = 0;
        for (const ExprId id : lane_expressions(kernel_, dependences_, lane_dim_))
            ops += instructions_of(kernel_.exprs[id]);
        return std::clamp<std::int64_t>(kMostOps / (ops + 1), 1, kMostVectors);
    }

    // The scan is the innermost loop.
    Piece piece(const RegisterTile& tile) const {
        Piece piece{.box = box_, .tile = tile};
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d) {
            const auto dim = static_cast<std::int64_t>(d);
            const bool states = dim == tile.lane_dim && dim != scan_.dim;
            if (dim != scan_.dim) piece.loops.push_back({.dim = dim, .step = states ? tile.lanes * tile.vectors : 1});
        }
        piece.loops.push_back({.dim = scan_.dim, .step = 1, .down = scan_.reverse});
        return piece;
    }

    const Kernel& kernel_;
    const Scan& scan_;
    const Target& target_;
    const Goal& goal_;
    const std::vector<Range>& box_;
    const Bounds bounds_;
    const Dependences dependences_;
    const ElementType type_;
    const std::int64_t widest_; // lanes of the widest vector
    std::int64_t lane_dim_ = -1;
    std::vector<Piece> pieces_;
};

} // namespace

std::vector<Candidate> scan_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                       double /*slack*/) {
    if (!kernel.scan) return {};
    std::vector<Piece> pieces;
    for (const std::vector<Range>& box : peeled_boxes(kernel, static_cast<std::size_t>(options.boxes)))
        for (Piece& piece : ScanTiler(kernel, target, options.goal, box).run()) pieces.push_back(std::move(piece));
    return only_candidate(kernel, tiling_of(std::move(pieces), target), target);
}

} // namespace hlo2cpp
