#include "arrange/sums_from_bias.h"

#include <optional>

#include "arrange/bias.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {

void start_sums_at_bias(Kernel& kernel) {
    if (reads_indices(kernel) || !kernel.conditions.empty()) return;
    const std::optional<BiasAddition> addition = addition_of_bias(kernel);
    if (!addition) return;
    kernel.reduction->initial[0] = addition->bias; // the sum stands for the addition then
    kernel = with_expressions(kernel, {{addition->result, kernel.exprs[addition->sum]}});
}

} // namespace hlo2cpp
