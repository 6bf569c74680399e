// Small Kernels structures for tests of the stages after `fuse`.
#pragma once

#include <algorithm>

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
            value.leaf = static_cast<std::int64_t>(kernels.entries[0].parameters.size());
            kernels.entries[0].parameters.push_back(ValueId(kernels.values.size()));
        }
        kernels.values.push_back(std::move(value));
        return ValueId(kernels.values.size() - 1);
    }
    ValueId parameter(std::int64_t elements) { return value(ValueKind::Parameter, elements); }
    ValueId constant(std::int64_t elements) { return value(ValueKind::Constant, elements); }
    ValueId temporary(std::int64_t elements) { return value(ValueKind::Temporary, elements); }

    RegionId region() {
        kernels.regions.emplace_back();
        if (kernels.entries.empty()) kernels.entries.resize(1);
        kernels.entries[0].region = RegionId(std::size_t{0});
        return RegionId(kernels.regions.size() - 1);
    }
    RegionId entry() const { return kernels.entries[0].region; }
    std::vector<ValueId>& results() { return kernels.entries[0].results; }
    std::vector<StepNode>& steps(RegionId id) { return kernels.regions[id.index()].steps; }

    // out[d0] = the sum of operand[d0], or of operand[size - 1 - d0] where they are not to run in place
    ValueId apply(RegionId in, const std::vector<ValueId>& operands, std::int64_t elements, bool reversed = false) {
        Kernel kernel{.dims = {elements}};
        Call call{.name = "k" + std::to_string(kernels.kernels.size())};
        kernel.space.add_dimension(elements);
        const Index d0 = kernel.space.dimension(0);
        const Index index = reversed ? Index(elements - 1) - d0 : d0;
        Expr sum{.kind = ExprKind::Apply};
        for (const ValueId operand : operands)
            sum.operands.push_back(kernel.exprs.add(
                {.kind = ExprKind::Load, .argument = argument(kernel, call, operand), .index = index}));
        kernel.outputs = {{argument(kernel, call, temporary(elements), true), d0, kernel.exprs.add(sum)}};
        return add(in, std::move(kernel), std::move(call));
    }

    // out = target, with element `position` replaced by element 0 of `from`
    ValueId update(RegionId in, ValueId target, ValueId from, std::int64_t position) {
        Kernel kernel{.dims = {1}};
        Call call{.name = "u"};
        kernel.space.add_dimension(1);
        const ExprId load =
            kernel.exprs.add({.kind = ExprKind::Load, .argument = argument(kernel, call, from), .index = Index(0)});
        const ArgumentId out = argument(kernel, call, temporary(kernels[target].elements()), true);
        kernel.outputs = {{out, Index(position), load, argument(kernel, call, target)}};
        return add(in, std::move(kernel), std::move(call));
    }

    Schedule scheduled(const std::vector<Alias>& aliases = {}) {
        for (Entry& entry : kernels.entries) entry.written_into.resize(entry.results.size());
        Entry& first = kernels.entries[0];
        for (const Alias& alias : aliases)
            first.written_into[static_cast<std::size_t>(alias.output_leaf)] =
                first.parameters[static_cast<std::size_t>(alias.parameter_leaf)];
        Schedule result = schedule(kernels, nests);
        verify_schedule(kernels, result);
        return result;
    }
    BufferPlan planned(const Schedule& order, std::int64_t alignment = 4) const {
        BufferPlan plan = assign_buffers(kernels, nests, order, alignment);
        verify_plan(kernels, nests, order, plan);
        return plan;
    }

    Kernels kernels;
    LoopNests nests;

private:
    ArgumentId argument(Kernel& kernel, Call& call, ValueId value, bool written = false) const {
        const auto known = std::find(call.values.begin(), call.values.end(), value);
        if (known != call.values.end()) return ArgumentId(static_cast<std::size_t>(known - call.values.begin()));
        kernel.arguments.push_back({.type = kernels[value].type,
                                    .dims = kernels[value].dims,
                                    .written = written,
                                    .constant = kernels[value].kind == ValueKind::Constant});
        call.values.push_back(value);
        return ArgumentId(call.values.size() - 1);
    }

    ValueId add(RegionId in, Kernel kernel, Call call) {
        const ValueId out = call[kernel.outputs[0].argument];
        call.kernel = KernelId(kernels.kernels.size());
        steps(in).emplace_back(std::move(call));
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
