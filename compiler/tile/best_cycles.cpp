#include "tile/best_cycles.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "tile/contraction.h"
#include "tile/strategies.h"

namespace hlo2cpp {
namespace {

// The pieces of a row that is copied or set: those of a concatenation, of padding and the like.
class BlockCopy {
public:
    BlockCopy(const Kernel& kernel, const Target& target) : kernel_(kernel), target_(target) {}

    // Cycles where the C++ compiler calls memcpy or memset for each piece; none for other kernels.
    std::optional<double> cycles() {
        constexpr double kCall = 12;
        const bool plain = !kernel_.reduction && !kernel_.scan && !kernel_.sort && !kernel_.in_order &&
                           kernel_.outputs.size() == 1 && !kernel_.dims.empty() && kernel_.conditions.empty();
        if (!plain || !is_adjacent(kernel_.outputs[0].index) || !is_copied(kernel_.outputs[0].expr)) return std::nullopt;
        double rows = 1;
        for (std::size_t d = 0; d + 1 < kernel_.dims.size(); ++d) rows *= static_cast<double>(kernel_.dims[d]);
        const std::int64_t bytes = kernel_.dims.back() * byte_size(kernel_.exprs[kernel_.outputs[0].expr].type);
        const auto vector = static_cast<double>(std::max<std::int64_t>(target_.vector_bytes, 4));
        return rows * (kCall * pieces_ + static_cast<double>(bytes) / vector);
    }

private:
    std::int64_t last() const { return static_cast<std::int64_t>(kernel_.dims.size()) - 1; }
    bool is_adjacent(const Index& index) const { return kernel_.space.coefficient(index, last()) == 1; }

    bool is_copied(ExprId id) {
        const Expr& expr = kernel_.exprs[id];
        if (expr.kind == ExprKind::Constant) return true;
        if (expr.kind == ExprKind::Load) return is_adjacent(expr.index);
        if (expr.kind != ExprKind::Guard) return false;
        if (expr.conditions.size() > 1) return false; // edges of several dimensions are tested
        if (kernel_.space.depends_on(expr.conditions[0].index, last())) ++pieces_;
        return is_copied(expr.operands[0]) && is_copied(expr.operands[1]);
    }

    const Kernel& kernel_;
    const Target& target_;
    double pieces_ = 1;
};

} // namespace

std::function<double(const Kernel&)> kernel_cycles(const Target& target, const Goal& goal) {
    return [target, options = options_of(target, goal)](const Kernel& kernel) {
        const double cycles = candidates(kernel, target, options).front().cycles;
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
