#include "kernel/kernel.h"

#include <unordered_set>

#include "kernel/loads.h"

namespace hlo2cpp {

std::int64_t Value::elements() const {
    std::int64_t count = 1;
    for (const std::int64_t size : dims) count *= size; // the readers made sure that it fits
    return count;
}

bool is_statement(const Kernel& kernel) {
    constexpr std::size_t kMostExpressions = 12;
    return kernel.dims.empty() && !kernel.reduction && !kernel.sort && kernel.exprs.size() <= kMostExpressions;
}

std::vector<ValueId> loaded_values(const Kernel& kernel) {
    std::vector<ValueId> values;
    std::unordered_set<ValueId> seen;
    for (const Output& output : kernel.outputs) seen.insert(output.value);
    for (const UsedLoad& load : used_loads(kernel)) {
        const ValueId value = kernel.exprs[load.expr].value;
        if (seen.insert(value).second) values.push_back(value);
    }
    return values;
}

} // namespace hlo2cpp
