#include "fuse/fused_kernels.h"

#include "evaluate/tensor.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {

ValueId FusedKernels::add_value(ValueKind kind, const Instruction& instruction, std::size_t leaf) {
    const Shape& shape = instruction.shape.is_tuple() ? instruction.shape.tuple[leaf] : instruction.shape;
    kernels.values.push_back(
        {.kind = kind, .type = shape.type, .dims = shape.dims, .name = instruction.name, .place = instruction.place});
    return ValueId(kernels.values.size() - 1);
}

std::vector<ValueId> FusedKernels::add_results(const Instruction& instruction, const std::vector<bool>& read) {
    if (!instruction.shape.is_tuple()) return {add_value(ValueKind::Temporary, instruction)};
    std::vector<ValueId> results;
    for (std::size_t leaf = 0; leaf < read.size(); ++leaf)
        results.push_back(read[leaf] ? add_value(ValueKind::Temporary, instruction, leaf) : ValueId());
    return results;
}

ValueId FusedKernels::add_carried(const Instruction& loop, std::size_t leaf, ValueId initial) {
    const ValueId carried = add_value(ValueKind::Temporary, loop, leaf);
    const Value& start = kernels[initial];
    if (is_parameter(start)) kernels.values.back().name = start.name;
    return carried;
}

ValueId FusedKernels::constant_value(const Instruction& instruction) {
    const auto [known, added] = constants_.try_emplace(instruction.literal.get());
    if (added) {
        known->second = add_value(ValueKind::Constant, instruction);
        kernels.values.back().literal = instruction.literal;
        kernels.values.back().op_name = instruction.metadata.op_name;
    }
    return known->second;
}

ValueId FusedKernels::add_number(const Instruction& instruction, std::size_t leaf, std::int64_t number) {
    Tensor tensor(instruction.shape.tuple[leaf]);
    tensor.integers()(0) = number;
    const ValueId constant = add_value(ValueKind::Constant, instruction, leaf);
    kernels.values.back().literal = std::make_shared<const Literal>(to_literal(tensor));
    return constant;
}

ValueId FusedKernels::add_counter(const Instruction& instruction, std::size_t leaf, Counting counts) {
    const ValueId value = add_value(ValueKind::Counter, instruction, leaf);
    kernels.values.back().counts = counts;
    return value;
}

RegionId FusedKernels::add_region(Region region) {
    kernels.regions.push_back(std::move(region));
    return RegionId(kernels.regions.size() - 1);
}

Call FusedKernels::add_kernel(BuiltKernel built) {
    // An array is called like the step that makes it.
    if (built.kernel.outputs.size() == 1)
        kernels.values[built.call[built.kernel.outputs[0].argument].index()].name = built.call.label;
    const std::vector<ArgumentId> used = used_arguments(built.kernel);
    std::vector<ValueId> values;
    for (const ArgumentId argument : used) values.push_back(built.call[argument]);
    built.call.values = std::move(values);
    built.call.kernel = KernelId(kernels.kernels.size());
    kernels.kernels.push_back(with_arguments(built.kernel, used));
    return std::move(built.call);
}

} // namespace hlo2cpp
