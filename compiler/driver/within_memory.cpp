#include "driver/within_memory.h"

#include <algorithm>
#include <optional>

#include "arrange/arrange.h"
#include "buffers/buffer_plan.h"
#include "schedule/schedule.h"
#include "support/checked.h"
#include "tile/address_range.h"
#include "tile/best_cycles.h"
#include "tile/tile.h"

namespace hlo2cpp {
namespace {

// Bytes of the arena that the memories have no room for; nothing where an array has no address.
std::optional<std::int64_t> bytes_outside(const Kernels& kernels, const Target& target, const CompileOptions& options) {
    const Goal& goal = options.generate.goal;
    const Kernels arranged =
        arrange(kernels, target, goal, kernel_cycles(options.target, goal), best_cycles(options.target, goal));
    Diagnostics ignored; // the compilation has them, too
    check_address_range(arranged, options.target, ignored);
    if (ignored.has_errors()) return std::nullopt;
    const auto nests = tile(arranged, options.target, goal);
    const BufferPlan plan =
        assign_buffers(arranged, nests, schedule(arranged, nests), options.target.vector_bytes, options.memory);
    return std::max<std::int64_t>(plan.regions.back().arena_bytes - plan.regions.back().budget, 0);
}

} // namespace

Target target_within_memory(const Kernels& kernels, const CompileOptions& options) {
    Target target = options.target;
    if (options.memory.empty()) return target;
    std::int64_t bytes = 0;
    for (const MemoryRegion& region : options.memory) bytes = saturating_add(bytes, region.budget);
    target.memory.scarce = target.memory.scarce > 0 ? std::min(target.memory.scarce, bytes) : bytes;
    target.memory.worth = 1;
    if (options.generate.goal.optimize == Optimize::Speed) return target; // whole arrays
    if (bytes_outside(kernels, target, options).value_or(0) == 0) return target;

    constexpr double kFewestBytes = 8; // whatever time they take
    target.memory.scarce = 1;
    Target fewest = target;
    fewest.memory.worth = kFewestBytes;
    const std::int64_t outside = bytes_outside(kernels, target, options).value_or(0);
    return outside == 0 || outside <= bytes_outside(kernels, fewest, options).value_or(0) ? target : fewest;
}

} // namespace hlo2cpp
