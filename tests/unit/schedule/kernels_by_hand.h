// Small Kernels structures for tests of the stages after `fuse`.
#pragma once

#include "buffers/buffer_plan.h"
#include "kernel/loads.h"
#include "schedule/schedule.h"

namespace hlo2cpp {

class KernelsByHand {
public:
    KernelsByHand() { region(); } // the entry

    ValueId value(ValueKind kind, std::int64_t elements, ElementType type = ElementType::F32) {
        Value value{.kind = kind, .type = type, .dims = {elements}};
        if (kind == ValueKind::Parameter) {
            value.leaf = static_cast<std::int64_t>(kernels.parameters.size());
            kernels.parameters.push_back(ValueId(kernels.values.size()));
        }
        kernels.values.push_back(std::move(value));
        return ValueId(kernels.values.size() - 1);
    }
    ValueId parameter(std::int64_t elements) { return value(ValueKind::Parameter, elements); }
    ValueId constant(std::int64_t elements) { return value(ValueKind::Constant, elements); }
    ValueId temporary(std::int64_t elements) { return value(ValueKind::Temporary, elements); }

    RegionId region() {
        kernels.regions.emplace_back();
        kernels.entry = RegionId(std::size_t{0});
        return RegionId(kernels.regions.size() - 1);
    }
    std::vector<StepNode>& steps(RegionId id) { return kernels.regions[id.index()].steps; }

    // out[d0] = the sum of operand[d0], or of operand[size - 1 - d0] where they are not to run in place
    ValueId apply(RegionId in, const std::vector<ValueId>& operands, std::int64_t elements, bool reversed = false) {
        Kernel kernel{.name = "k" + std::to_string(kernels.kernels.size()), .dims = {elements}};
        kernel.space.add_dimension(elements);
        const Index d0 = kernel.space.dimension(0);
        const Index index = reversed ? Index(elements - 1) - d0 : d0;
        Expr sum{.kind = ExprKind::Apply};
        for (const ValueId operand : operands)
            sum.operands.push_back(kernel.exprs.add({.kind = ExprKind::Load, .value = operand, .index = index}));
        const ValueId out = temporary(elements);
        kernel.outputs = {{out, d0, kernel.exprs.add(sum)}};
        return add(in, std::move(kernel));
    }

    // out = target, with element `position` replaced by element 0 of `from`
    ValueId update(RegionId in, ValueId target, ValueId from, std::int64_t position) {
        Kernel kernel{.name = "u", .dims = {1}};
        kernel.space.add_dimension(1);
        const ExprId load = kernel.exprs.add({.kind = ExprKind::Load, .value = from, .index = Index(0)});
        kernel.outputs = {{temporary(kernels[target].elements()), Index(position), load, target}};
        return add(in, std::move(kernel));
    }

    Schedule scheduled(const std::vector<Alias>& aliases = {}) const {
        Schedule result = schedule(kernels, nests, aliases);
        verify_schedule(kernels, result);
        return result;
    }
    BufferPlan planned(const Schedule& order, std::int64_t alignment = 4) const {
        BufferPlan plan = assign_buffers(kernels, order, alignment);
        verify_plan(kernels, order, plan);
        return plan;
    }

    Kernels kernels;
    LoopNests nests;

private:
    ValueId add(RegionId in, Kernel kernel) {
        const ValueId out = kernel.outputs[0].value;
        steps(in).emplace_back(std::in_place_type<KernelId>, kernels.kernels.size());
        kernels.kernels.push_back(std::move(kernel));
        return out;
    }
};

// Copies that move bytes.
inline std::int64_t real_copies(const Schedule& schedule, const BufferPlan& plan) {
    std::int64_t count = 0;
    for (const Region& region : schedule.regions)
        for (const StepNode& step : region.steps)
            if (const Copy* copy = std::get_if<Copy>(&step)) count += plan[copy->from] == plan[copy->to] ? 0 : 1;
    return count;
}

} // namespace hlo2cpp
