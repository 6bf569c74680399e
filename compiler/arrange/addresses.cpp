#include "arrange/addresses.h"

#include "arrange/dimensions.h"
#include "ir/shape.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

// The kernel over the same dimensions, on flat arrays.
Kernel on_flat_arrays(const Kernel& kernel) {
    Rebuild how = unchanged(kernel);
    how.moved = [&](IndexSpace& space, ArgumentId argument, const Subscripts& index) {
        return linearize(space, index, kernel[argument].dims);
    };
    Kernel flat = rebuilt(kernel, how);
    for (KernelArgument& argument : flat.arguments)
        if (!argument.range) argument.dims = {argument.elements()};
    if (flat.sort) {
        flat.sort->stride *= row_major_strides(kernel[kernel.outputs[0].argument].dims)[flat.sort->dimension];
        flat.sort->dimension = 0;
    }
    return flat;
}

} // namespace

Kernel with_addresses(const Kernel& kernel) {
    return with_simple_dimensions(on_flat_arrays(kernel));
}

void use_addresses(Kernels& kernels) {
    std::vector<std::vector<ArgumentId>> kept; // by kernel
    for (Kernel& kernel : kernels.kernels) {
        kernel = with_addresses(kernel);
        kept.push_back(used_arguments(kernel));
        if (kept.back().size() < kernel.arguments.size()) kernel = with_arguments(kernel, kept.back());
    }
    for (Region& region : kernels.regions)
        for (StepNode& step : region.steps) {
            Call* const call = std::get_if<Call>(&step);
            if (call == nullptr) continue;
            std::vector<ValueId> values;
            for (const ArgumentId argument : kept[call->kernel.index()]) values.push_back((*call)[argument]);
            call->values = std::move(values);
        }
}

} // namespace hlo2cpp
