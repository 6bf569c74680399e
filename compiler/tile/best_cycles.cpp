#include "tile/best_cycles.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "kernel/analysis.h"
#include "tile/contraction.h"
#include "tile/strategies.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

// Cycles of an element that a kernel moves alone.
constexpr double kMoved = 3;

// The pieces of a row that is copied or set: those of a concatenation, of padding and the like.
class BlockCopy {
public:
    BlockCopy(const Kernel& kernel, const Target& target) : kernel_(kernel), target_(target) {}

    // Cycles where the C++ compiler calls memcpy or memset for each piece; none for other kernels.
    std::optional<double> cycles() {
        constexpr std::int64_t kShort = 128; // bytes that few instructions move
        const bool plain = !kernel_.reduction && !kernel_.scan && !kernel_.sort && !kernel_.in_order &&
                           kernel_.outputs.size() == 1 && !kernel_.dims.empty() && kernel_.conditions.empty();
        if (!plain) return std::nullopt;
        double rows = 1;
        for (std::size_t d = 0; d + 1 < kernel_.dims.size(); ++d) rows *= static_cast<double>(kernel_.dims[d]);
        if (!is_adjacent(kernel_.outputs[0].index) || !is_copied()) {
            if (kernel_.exprs[kernel_.outputs[0].expr].kind != ExprKind::Load) return std::nullopt;
            return kMoved * rows * static_cast<double>(kernel_.dims.back());
        }
        const std::int64_t bytes = kernel_.dims.back() * byte_size(kernel_.exprs[kernel_.outputs[0].expr].type);
        const auto vector = static_cast<double>(std::max<std::int64_t>(target_.vector_bytes, 4));
        const double call = bytes > kShort ? 14 : 5;
        return rows * (call * pieces_ + static_cast<double>(bytes) / vector);
    }

private:
    std::int64_t last() const { return static_cast<std::int64_t>(kernel_.dims.size()) - 1; }
    bool is_adjacent(const Index& index) const { return kernel_.space.coefficient(index, last()) == 1; }

    // True if each element is a constant or one of a row that is read, chosen by one dimension alone.
    bool is_copied() {
        for (const ExprId id : parts_of(kernel_, kernel_.outputs[0].expr)) {
            const Expr& expr = kernel_.exprs[id];
            if (expr.kind == ExprKind::Constant || (expr.kind == ExprKind::Load && is_adjacent(expr.index))) continue;
            if (expr.kind != ExprKind::Guard || expr.conditions.size() > 1) return false;
            if (kernel_.space.depends_on(expr.conditions[0].index, last())) ++pieces_;
        }
        return true;
    }

    const Kernel& kernel_;
    const Target& target_;
    double pieces_ = 1;
};

// Cycles of functions behind a sum, which no two tilings share but tell layouts apart.
double epilogue_cycles(const Kernel& kernel, const Tiling& tiling, const Target& target) {
    if (!kernel.reduction) return 0; // the estimate has them
    std::int64_t instructions = 0;
    for (const Output& output : kernel.outputs)
        for (const ExprId id : parts_of(kernel, output.expr))
            if (calls_function(kernel.exprs[id])) instructions += instructions_of(kernel.exprs[id]);
    double results = 0; // vectors and scalars, in cycles an instruction
    for (const Piece& piece : tiling.pieces) {
        double points = 1;
        for (const Range& range : piece.box) points *= static_cast<double>(range.size());
        const bool vectors = piece.tile.lanes > 1 && piece.epilogue != Epilogue::Scalars;
        results += vectors ? points / static_cast<double>(piece.tile.lanes) / target.per_cycle : points;
    }
    return results * static_cast<double>(instructions);
}

} // namespace

std::function<double(const Kernel&)> kernel_cycles(const Target& target, const Goal& goal) {
    return [target, options = options_of(target, goal)](const Kernel& kernel) {
        const Candidate best = candidates(kernel, target, options).front();
        const double cycles = best.cycles + epilogue_cycles(kernel, best.nest, target);
        return std::min(cycles, BlockCopy(kernel, target).cycles().value_or(cycles));
    };
}

std::function<double(const Kernel&)> best_cycles(const Target& target, const Goal& goal) {
    return [target, options = options_of(target, goal)](const Kernel& kernel) {
        const std::vector<Candidate> found = contraction_candidates(kernel, target, options, 1);
        return found.empty() ? std::numeric_limits<double>::infinity() : found.front().cycles;
    };
}

} // namespace hlo2cpp
