#include "tile/term_cycles.h"

#include <algorithm>

namespace hlo2cpp {

double term_cycles(const Target& target, const Terms& terms) {
    if (terms.scalar || target.issues_one()) return terms.count + terms.loads;
    return std::max({terms.count / target.per_cycle, terms.loads / target.per_cycle, target.latency * terms.chain,
                     terms.streamed * target.streamed_line});
}

bool are_held(const Target& target, std::int64_t values, std::int64_t accumulators) {
    constexpr std::int64_t kOperands = 4;
    return values + accumulators + kOperands <= target.registers;
}

} // namespace hlo2cpp
