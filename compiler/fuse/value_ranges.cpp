#include "fuse/value_ranges.h"

#include <variant>

#include "kernel/integer_ranges.h"

namespace hlo2cpp {
namespace {

// By value: the number of its writers, two for any that is no plain kernel.
std::vector<int> writers_of(const Kernels& kernels) {
    std::vector<int> writers(kernels.values.size(), 0);
    const auto add = [&](ValueId id, int count) {
        if (id.valid()) writers[id.index()] += count;
    };
    for (const Region& region : kernels.regions)
        for (const StepNode& step : region.steps) {
            if (const auto* call = std::get_if<Call>(&step)) {
                for (const Output& output : kernels[call->kernel].outputs)
                    add((*call)[output.argument], output.updates.valid() ? 2 : 1);
            } else if (const auto* loop = std::get_if<While>(&step)) {
                for (const While::Carried& carried : loop->carried) add(carried.value, 2);
            } else if (const auto* choice = std::get_if<Conditional>(&step)) {
                for (const ValueId result : choice->results) add(result, 2);
            } else if (const auto* copy = std::get_if<Copy>(&step)) {
                add(copy->to, 2);
            } else {
                for (const ValueId result : std::get<HostCall>(step).results) add(result, 2);
            }
        }
    return writers;
}

} // namespace

void note_value_ranges(Kernels& kernels) {
    const std::vector<int> writers = writers_of(kernels);
    std::vector<std::optional<Range>> ranges(kernels.values.size());
    for_each_call(kernels.regions, [&](const Call& call) {
        const Kernel& kernel = kernels[call.kernel];
        for (const Output& output : kernel.outputs) {
            const ValueId id = call[output.argument];
            const Value& value = kernels[id];
            if (value.kind != ValueKind::Temporary || value.type != ElementType::S8 || writers[id.index()] != 1)
                continue;
            const Range range = IntegerRanges(kernel).of(output.expr);
            if (range.size() > 0 && range.begin >= 0) ranges[id.index()] = Range{0, 128};
        }
    });
    for_each_call(kernels.regions, [&](const Call& call) {
        Kernel& kernel = kernels.kernels[call.kernel.index()];
        for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
            if (const auto& range = ranges[call.values[i].index()]; range && !kernel.arguments[i].written)
                kernel.arguments[i].values = range;
    });
}

} // namespace hlo2cpp
