#include "scalarize/finite_share.h"

#include <algorithm>
#include <vector>

#include "kernel/loads.h"
#include "kernel/work.h"
#include "scalarize/loop_costs.h"
#include "scalarize/scalarize.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostKernels = 256; // of a filter
constexpr double kLeastSaved = 100;       // cycles

// Cycles of a kernel whose instructions say more than the estimate of loops: it has one point, and no sum.
double cycles_of_point(const Kernel& kernel, double per_cycle) {
    std::vector<ExprId> roots;
    for (const Output& output : kernel.outputs) roots.push_back(output.expr);
    const std::vector<bool> needed = needed_by(kernel, roots);
    auto instructions = static_cast<std::int64_t>(roots.size());
    for (std::size_t i = 0; i < needed.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (needed[i] && expr.kind != ExprKind::Constant) instructions += instructions_of(expr);
    }
    return static_cast<double>(instructions) / per_cycle;
}

double total_cycles(const Kernels& kernels, const std::function<double(const Kernel&)>& cycles) {
    LoopCosts costs(kernels, cycles);
    const std::vector<double> rounds = rounds_of_regions(kernels);
    double sum = 0;
    for (std::size_t r = 0; r < rounds.size(); ++r)
        for (const StepNode& step : kernels.regions[r].steps)
            if (const Call* call = std::get_if<Call>(&step)) sum += rounds[r] * costs.cycles(*call);
    return sum;
}

} // namespace

double finite_share(const Kernels& fused, const std::function<double(const Kernel&)>& cycles, const Target& target,
                    const Goal& goal) {
    const auto of_kernel = [&](const Kernel& kernel) {
        return has_one_point(kernel) && !kernel.reduction ? cycles_of_point(kernel, std::max(target.per_cycle, 1.0))
                                                          : cycles(kernel);
    };
    if (goal.finite || fused.kernels.size() > kMostKernels) return 1;
    Goal finite = goal;
    finite.finite = true;
    const auto total = [&](const Goal& one) {
        return total_cycles(scalarize(fused, cycles, target, one, fewest_calls(finite)), of_kernel);
    };
    const double any = total(goal), promised = total(finite);
    return any - promised < kLeastSaved ? 1 : promised / any;
}

} // namespace hlo2cpp
