#include "tile/extremum_parts.h"

namespace hlo2cpp {

bool is_kept_in_parts(const Kernel& kernel, const Target& target) {
    if (target.vector_bytes == 0 || target.ordered_extremum || !kernel.reduction || !kernel.reduction->term)
        return false;
    const Opcode combiner = kernel.reduction->combiner;
    return (combiner == Opcode::Maximum || combiner == Opcode::Minimum) &&
           is_float(kernel.exprs[kernel.reduction->initial[0]].type);
}

Target with_room_for_parts(const Kernel& kernel, Target target) {
    constexpr std::int64_t kParts = 3;
    if (is_kept_in_parts(kernel, target)) target.accumulators /= kParts;
    return target;
}

} // namespace hlo2cpp
