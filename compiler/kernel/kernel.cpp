#include "kernel/kernel.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernel/loads.h"
#include "kernel/work.h"

namespace hlo2cpp {

namespace {

std::int64_t elements_of(const std::vector<std::int64_t>& dims) {
    std::int64_t count = 1;
    for (const std::int64_t size : dims) count *= size; // the readers have checked that it fits
    return count;
}

} // namespace

std::int64_t Value::elements() const {
    return elements_of(dims);
}

std::int64_t KernelArgument::elements() const {
    return elements_of(dims);
}

KernelArgument argument_for(const Value& value) {
    KernelArgument argument{.type = value.type, .dims = value.dims};
    argument.constant = value.kind == ValueKind::Constant;
    if (value.kind == ValueKind::Counter) argument.range = value.counts.range;
    return argument;
}

const Accumulation* accumulation_of(const Kernel& kernel) {
    if (kernel.reduction) return &*kernel.reduction;
    return kernel.scan ? &*kernel.scan : nullptr;
}

bool has_one_point(const Kernel& kernel) {
    return kernel.dims.empty() && !kernel.reduction && !kernel.sort;
}

Range numbers_of(const Value& value) {
    if (value.kind == ValueKind::Counter)
        return sum(scaled(value.counts.range, value.counts.factor), only(value.counts.offset));
    if (value.kind != ValueKind::Constant) return from_to(INT32_MIN, INT32_MAX);
    std::int32_t number = 0;
    std::memcpy(&number, value.literal->bytes.data(), sizeof number);
    return only(number);
}

bool is_statement(const Kernel& kernel) {
    constexpr std::size_t kMostExpressions = 24;
    return has_one_point(kernel) && kernel.exprs.size() <= kMostExpressions;
}

std::vector<double> count_calls(const Kernels& kernels) {
    std::vector<double> calls(kernels.kernels.size(), 0);
    const std::vector<double> rounds = rounds_of_regions(kernels);
    for (std::size_t r = 0; r < rounds.size(); ++r)
        for (const StepNode& step : kernels.regions[r].steps)
            if (const auto* call = std::get_if<Call>(&step)) calls[call->kernel.index()] += rounds[r];
    return calls;
}

std::int64_t stores_to(const Kernel& kernel, ArgumentId argument) {
    return std::ranges::count(kernel.outputs, argument, &Output::argument);
}

std::vector<ArgumentId> loaded_arguments(const Kernel& kernel) {
    std::vector<ArgumentId> arguments;
    std::vector<bool> seen(kernel.arguments.size(), false);
    for (const Output& output : kernel.outputs) seen[output.argument.index()] = true;
    for (const UsedLoad& load : used_loads(kernel)) {
        const ArgumentId argument = kernel.exprs[load.expr].argument;
        if (!seen[argument.index()]) arguments.push_back(argument);
        seen[argument.index()] = true;
    }
    return arguments;
}

std::vector<ValueId> loaded_values(const Kernel& kernel, const Call& call) {
    std::vector<ValueId> values;
    for (const ArgumentId argument : loaded_arguments(kernel)) values.push_back(call[argument]);
    return values;
}

std::string name_of_dimension(const Kernel& kernel, std::int64_t dim) {
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    if (dim < parallel) return kernel.dims.size() == 1 ? "i" : "i" + std::to_string(dim);
    return kernel.reduction->dims.size() == 1 ? "k" : "k" + std::to_string(dim - parallel);
}

} // namespace hlo2cpp
