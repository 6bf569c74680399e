#include "kernel/work.h"

#include <algorithm>

namespace hlo2cpp {

std::int64_t multiply_adds_of(const Kernel& kernel) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return 0;
    const Expr& term = kernel.exprs[*kernel.reduction->term];
    if (term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return 0;
    std::int64_t work = 1;
    for (const std::int64_t size : kernel.dims) work *= size;
    for (const std::int64_t size : kernel.reduction->dims) work *= size;
    return work;
}

std::vector<double> rounds_of_regions(const Kernels& kernels, std::int64_t unknown_rounds) {
    std::vector<double> rounds(kernels.regions.size(), 0);
    std::vector<std::pair<RegionId, double>> pending; // and how often it runs
    for (const Entry& entry : kernels.entries) pending.emplace_back(entry.region, 1);
    while (!pending.empty()) {
        const auto [region, times] = pending.back();
        pending.pop_back();
        rounds[region.index()] += times;
        for (const StepNode& step : kernels[region].steps) {
            if (const auto* loop = std::get_if<While>(&step)) {
                const std::int64_t trips = loop->trip_count < 0 ? unknown_rounds : loop->trip_count;
                const double inside = times * static_cast<double>(std::max<std::int64_t>(trips, 1));
                pending.insert(pending.end(), {{loop->condition, inside}, {loop->body, inside}});
            }
            if (const auto* conditional = std::get_if<Conditional>(&step))
                for (const Conditional::Branch& branch : conditional->branches)
                    pending.emplace_back(branch.region, times);
        }
    }
    return rounds;
}

} // namespace hlo2cpp
