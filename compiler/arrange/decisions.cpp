#include "arrange/decisions.h"

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

    void operator()(const Call& call) {
        const Kernel& kernel = kernels[call.kernel];
        for (const ValueId value : loaded_values(kernel, call)) data(value);
        for (const Output& output : kernel.outputs) data(call[output.updates]);
    }
    void operator()(const While& loop) {
        decides(loop.predicate);
        for (const ValueId bound : loop.bounds()) decides(bound);
        for (const While::Carried& carried : loop.carried)
            for (const ValueId value : {carried.value, carried.initial, carried.next}) data(value);
    }
    void operator()(const Conditional& conditional) {
        decides(conditional.selector);
        for (const ValueId result : conditional.results) data(result);
        for (const Conditional::Branch& branch : conditional.branches)
            for (const ValueId result : branch.results) data(result);
    }
    void operator()(const HostCall& call) {
        for (const ValueId argument : call.arguments) data(argument);
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
    for (const Entry& entry : kernels.entries)
        for (const ValueId result : entry.results) find.data(result);
    for_each_call(kernels.regions, [&](const Call& call) {
        const Kernel& kernel = kernels[call.kernel];
        if (!is_statement(kernel) || kernel.outputs.size() != 1) return;
        const std::size_t written = call[kernel.outputs[0].argument].index();
        Value& value = kernels.values[written];
        const Uses& uses = find.uses[written];
        if (value.kind == ValueKind::Temporary && uses.decides && !uses.is_data) value.kind = ValueKind::Decision;
    });
}

} // namespace hlo2cpp
