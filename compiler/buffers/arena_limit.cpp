#include "buffers/arena_limit.h"

#include "tile/address_range.h"

namespace hlo2cpp {

void check_arena_limit(const BufferPlan& plan, const Target& target, Diagnostics& diagnostics) {
    if (plan.arena_bytes > target.buffer_limit())
        diagnostics.error("the arena needs " + std::to_string(plan.arena_bytes) + " bytes, more than the " +
                          buffer_limit_text(target));
}

} // namespace hlo2cpp
