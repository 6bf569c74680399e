#include "fuse/decisions.h"

namespace hlo2cpp {
namespace {

struct Uses {
    bool decides = false, is_data = false;
};

struct Find {
    const Kernels& kernels;
    std::vector<Uses> uses; // by value

    void data(ValueId value) {
        if (value.valid()) uses[value.index()].is_data = true;
    }
    void decides(ValueId value) {
        if (value.valid()) uses[value.index()].decides = true;
    }

    void operator()(KernelId id) {
        for (const ValueId value : loaded_values(kernels[id])) data(value);
        for (const Output& output : kernels[id].outputs) data(output.updates);
    }
    void operator()(const While& loop) {
        decides(loop.predicate);
        for (const While::Carried& carried : loop.carried)
            for (const ValueId value : {carried.value, carried.initial, carried.next}) data(value);
    }
    void operator()(const Conditional& conditional) {
        decides(conditional.selector);
        for (const ValueId result : conditional.results) data(result);
        for (const Conditional::Branch& branch : conditional.branches)
            for (const ValueId result : branch.results) data(result);
    }
    void operator()(const Copy& copy) {
        data(copy.from);
        data(copy.to);
    }
};

} // namespace

void mark_decisions(Kernels& kernels) {
    Find find{kernels, std::vector<Uses>(kernels.values.size())};
    for (const Region& region : kernels.regions)
        for (const StepNode& step : region.steps) std::visit(find, step);
    for (const ValueId result : kernels.results) find.data(result);
    for (const Kernel& kernel : kernels.kernels) {
        if (!is_statement(kernel) || kernel.outputs.size() != 1) continue;
        Value& value = kernels.values[kernel.outputs[0].value.index()];
        const Uses& uses = find.uses[kernel.outputs[0].value.index()];
        if (value.kind == ValueKind::Temporary && uses.decides && !uses.is_data) value.kind = ValueKind::Decision;
    }
}

} // namespace hlo2cpp
