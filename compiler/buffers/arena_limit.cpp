#include "buffers/arena_limit.h"

#include <algorithm>

#include "buffers/step_costs.h"
#include "kernel/print.h"
#include "support/checked.h"
#include "tile/address_range.h"

namespace hlo2cpp {
namespace {

constexpr const char* kAdvice = " --optimize balanced may need less: steps then hold a few rows.";

std::string bytes_text(std::int64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// The largest buffer, if no region has room for it.
std::string buffer_text(const Schedule& schedule, const BufferPlan& plan) {
    const auto largest = std::ranges::max_element(plan.buffers, {}, &ArenaBuffer::size);
    const auto widest = std::ranges::max_element(plan.regions, {}, &MemoryRegion::budget);
    if (largest == plan.buffers.end() || largest->size <= widest->budget) return "";
    return " Its array " + printable(schedule[largest->values.front()].name, 60) + " alone has " +
           bytes_text(largest->size) + "; the largest region, " + widest->name + ", has " +
           std::to_string(widest->budget) + ".";
}

// The step at which most is alive, and how much that is.
std::string peak_text(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan) {
    const std::vector<StepCost> steps = list_steps(kernels, schedule, plan);
    const auto peak = std::ranges::max_element(steps, {}, &StepCost::bytes_live);
    const std::string step = peak == steps.end() ? "" : ", while step " + printable(peak->name, 60) + " runs";
    std::int64_t sum = 0;
    for (const MemoryRegion& region : plan.regions) sum = saturating_add(sum, region.budget);
    const std::int64_t least = plan.max_live_bytes;
    return "The arena needs at least " + bytes_text(least) + " at once" + step + "; " +
           (plan.regions.size() == 1 ? "the region has " : "the regions have ") + bytes_text(sum) +
           (plan.regions.size() == 1 ? "" : " together") +
           (least > sum ? ", " + std::to_string(least - sum) + " too few."
                        : ", but an array is in one of them as a whole.");
}

} // namespace

void check_arena_limit(const BufferPlan& plan, const Target& target, Diagnostics& diagnostics) {
    const auto largest = std::ranges::max_element(plan.regions, {}, &MemoryRegion::arena_bytes);
    if (largest->arena_bytes > target.buffer_limit())
        diagnostics.error("the arena needs " + std::to_string(largest->arena_bytes) + " bytes, more than the " +
                          buffer_limit_text(target));
}

void check_budgets(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan, const Goal& goal,
                   Diagnostics& diagnostics) {
    const MemoryRegion& last = plan.regions.back(); // which has what does not fit into the others
    if (last.arena_bytes <= last.budget) return;
    diagnostics.error("--memory: the arena does not fit. " + peak_text(kernels, schedule, plan) +
                      buffer_text(schedule, plan) + " It fits with " + last.name + "=" +
                      std::to_string(last.arena_bytes) + ", " + bytes_text(last.arena_bytes - last.budget) + " more." +
                      (goal.optimize == Optimize::Speed ? kAdvice : ""));
}

} // namespace hlo2cpp
