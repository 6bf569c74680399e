#include "tile/term_cycles.h"

#include <algorithm>

namespace hlo2cpp {

double term_cycles(const Target& target, const Terms& terms) {
    if (terms.scalar) return terms.count + terms.loads;
    return std::max({terms.count / target.per_cycle, terms.loads / target.per_cycle, target.latency * terms.chain});
}

} // namespace hlo2cpp
