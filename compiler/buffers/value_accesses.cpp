#include "buffers/value_accesses.h"

#include <algorithm>

#include "kernel/work.h"
#include "tile/estimate.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kUnknownRounds = 8; // of a loop that data ends

class AccessCounter {
public:
    AccessCounter(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule)
        : kernels_(kernels), nests_(nests), schedule_(schedule), of_kernel_(kernels.kernels.size()) {}

    ValueAccesses run() {
        result_.of_value.assign(schedule_.values.size(), 0);
        const std::vector<double> rounds = rounds_of_regions(kernels_, kUnknownRounds);
        for (std::size_t r = 0; r < schedule_.regions.size(); ++r) {
            times_ = rounds[r];
            for (const StepNode& step : schedule_.regions[r].steps)
                std::visit([&](const auto& node) { visit(node); }, step);
        }
        return std::move(result_);
    }

private:
    void add(ValueId value, double accesses) {
        if (value.valid()) result_.of_value[value.index()] += times_ * accesses;
    }
    void add_all(ValueId value) {
        if (value.valid()) add(value, static_cast<double>(schedule_[value].elements()));
    }

    void visit(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        const LoopNest& nest = nests_.nests[call.kernel.index()];
        if (nest.is_empty()) return;
        std::optional<MemoryAccesses>& known = of_kernel_[call.kernel.index()];
        if (!known) known = count_accesses(kernel, nest, nests_.target);
        for (std::size_t e = 0; e < known->loads.size(); ++e)
            if (known->loads[e] > 0) add_loads(call, kernel, nest, ExprId(e), known->loads[e]);
        for (const Output& output : kernel.outputs) add(call[output.argument], known->stores);
        add(call.scratch, known->scratch);
    }
    void add_loads(const Call& call, const Kernel& kernel, const LoopNest& nest, ExprId load, double loads) {
        const ValueId value = call[kernel.exprs[load].argument];
        const auto packing = std::ranges::find(nest.packings, load, &Packing::load);
        if (packing == nest.packings.end() || !packing->constant) return add(value, loads);
        const auto number = static_cast<std::size_t>(packing - nest.packings.begin());
        result_.packed[{value, call.kernel, number}] += times_ * loads;
    }

    void visit(const HostCall& call) {
        for (const ValueId argument : call.arguments) add_all(argument);
        for (const ValueId result : call.results) add_all(result);
    }
    void visit(const Copy& copy) {
        add_all(copy.from);
        add_all(copy.to);
    }
    void visit(const While& loop) {
        add(loop.predicate, 1);
        for (const ValueId bound : loop.bounds()) add(bound, 1);
    }
    void visit(const Conditional& conditional) { add(conditional.selector, 1); }

    const Kernels& kernels_;
    const LoopNests& nests_;
    const Schedule& schedule_;
    ValueAccesses result_;
    std::vector<std::optional<MemoryAccesses>> of_kernel_; // equal kernels are one
    double times_ = 1;                                     // how often the region runs
};

} // namespace

ValueAccesses count_accesses(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule) {
    return AccessCounter(kernels, nests, schedule).run();
}

} // namespace hlo2cpp
