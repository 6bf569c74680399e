#include "arrange/arrange.h"

#include <algorithm>

#include "arrange/addresses.h"
#include "arrange/bands.h"
#include "arrange/byte_tables.h"
#include "arrange/decisions.h"
#include "arrange/equal_kernels.h"
#include "arrange/exponential_addends.h"
#include "arrange/moved_bits.h"
#include "arrange/rounded_products.h"
#include "arrange/scaled_integers.h"
#include "arrange/sums_from_bias.h"

namespace hlo2cpp {
namespace {

// Few rows are too little work to be divided among threads.
bool may_run_in_bands(const ArenaMemory& memory, const Goal& goal) {
    return memory.scarce > 0 && goal.optimize != Optimize::Speed && (memory.last_cache == 0 || goal.threads == 1);
}

} // namespace

Kernels arrange(Kernels kernels, const Target& target, const Goal& goal, const CycleEstimate& cycles,
                const CycleEstimate& sum_cycles) {
    if (may_run_in_bands(target.memory, goal)) run_in_bands(kernels, target.memory, cycles);
    use_addresses(kernels);
    mark_decisions(kernels);
    // Vectors have several partial sums, one of which would start elsewhere than the others.
    if (target.vector_bytes == 0 && !goal.in_order) std::ranges::for_each(kernels.kernels, start_sums_at_bias);
    if (target.fused_bits > 0 && !goal.in_order) std::ranges::for_each(kernels.kernels, round_products_of_integers);
    if (goal.optimize == Optimize::Speed && !goal.in_order && sum_cycles) use_winograd(kernels, target, sum_cycles);
    if (target.may_lack_fpu) std::ranges::for_each(kernels.kernels, join_scaled_integers);
    std::ranges::for_each(kernels.kernels, mark_exponential_addends);
    use_byte_tables(kernels, target, goal);
    std::ranges::for_each(kernels.kernels, move_as_bits);
    merge_equal_kernels(kernels);
    return kernels;
}

} // namespace hlo2cpp
