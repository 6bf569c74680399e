#include "precompute/precompute.h"

#include "lower/lower.h"
#include "lower/pass.h"
#include "precompute/batch_products.h"

namespace hlo2cpp {

Module precompute(Module module, const Target& target, const Goal& goal) {
    if (goal.optimize == Optimize::Size) return module;
    const bool other_bits = goal.optimize == Optimize::Speed && !goal.in_order;
    if (other_bits && sum_quantised(module)) simplify_module(module);
    if (tabulate_functions(module, target.table_bytes)) simplify_module(module);
    if (other_bits && put_scales_into_weights(module)) simplify_module(module);
    if (target.vector_bytes > 0 && batch_products(module, goal.in_order)) simplify_module(module);
    return module;
}

} // namespace hlo2cpp
