#include "scalarize/scalarize.h"

#include <algorithm>
#include <map>
#include <memory>

#include "arrange/equal_kernels.h"
#include "kernel/loads.h"
#include "kernel/step_access.h"
#include "scalarize/scalar_step.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostElements = 128;       // of an array that becomes scalars
constexpr std::int64_t kMostExpressions = 8192;  // that a kernel has at all its points
constexpr std::int64_t kMostInstructions = 4096; // of a step
constexpr double kCall = 12;                     // cycles of a call of a step: its frame, arguments, return

std::int64_t points_of(const Kernel& kernel) {
    std::int64_t points = kernel.reduction ? std::max<std::int64_t>(kernel.reduction->terms(), 1) : 1;
    for (const std::int64_t size : kernel.dims) points *= size;
    return points;
}

// True if the kernel is small enough to be tried.
bool is_small(const Kernel& kernel) {
    if (kernel.sort || kernel.scan) return false;
    for (const std::int64_t size : kernel.dims)
        if (size > kMostElements) return false;
    for (const Output& output : kernel.outputs)
        if (kernel[output.argument].elements() > kMostElements || kernel[output.argument].elements() == 0) return false;
    if (kernel.reduction && kernel.reduction->terms() > kMostElements) return false;
    return points_of(kernel) * static_cast<std::int64_t>(kernel.exprs.size()) <= kMostExpressions;
}

class Scalarizer {
public:
    Scalarizer(const Kernels& kernels, const std::function<double(const Kernel&)>& cycles, const Goal& goal)
        : old_(kernels), cycles_(cycles), goal_(goal), accesses_(step_accesses(kernels)),
          results_(region_results(kernels)), new_(kernels) {}

    Kernels run() {
        for (std::size_t r = 0; r < old_.regions.size(); ++r) region(RegionId(r));
        return std::move(new_);
    }

private:
    // With one order of sums on all machines, no machine writes one out.
    bool fits(const Kernel& kernel) const { return is_small(kernel) && !(goal_.in_order && kernel.reduction); }

    void region(RegionId id) {
        readers_.clear();
        const RegionAccess& access = accesses_[id.index()];
        for (const StepAccess& step : access.steps)
            for (const ValueId value : step.reads) ++readers_[value];
        for (const ValueId value : results_[id.index()]) ++readers_[value];
        steps_.clear();
        for (const StepNode& node : old_[id].steps) {
            const Call* const call = std::get_if<Call>(&node);
            if (call != nullptr && fits(old_[call->kernel]) && (extend(*call) || begin(*call))) continue;
            close();
            steps_.push_back(node);
        }
        close();
        new_.regions[id.index()].steps = std::move(steps_);
    }

    // Adds the call to the open step, if that pays.
    bool extend(const Call& call) {
        if (!open_ || !open_->append(call)) return false;
        calls_.push_back(&call);
        const std::set<ValueId> stored = stored_values();
        const std::int64_t instructions = open_->instructions(stored);
        const double added = static_cast<double>(instructions - instructions_);
        if (instructions <= kMostInstructions && added <= cycles_of(call.kernel) + kCall) {
            instructions_ = instructions;
            return true;
        }
        open_->take_back();
        calls_.pop_back();
        return false;
    }

    bool begin(const Call& call) {
        close();
        open_ = std::make_unique<ScalarStep>(old_, ScalarRules{.finite = goal_.finite});
        if (extend(call)) return true;
        open_.reset();
        return false;
    }

    void close() {
        if (!open_) return;
        if (calls_.size() == 1 && has_one_point(old_[calls_[0]->kernel])) {
            steps_.push_back(*calls_[0]);
        } else {
            ScalarStep::Made made = open_->finish(stored_values());
            made.call.kernel = KernelId(new_.kernels.size());
            new_.kernels.push_back(std::move(made.kernel));
            steps_.push_back(std::move(made.call));
        }
        open_.reset();
        calls_.clear();
        instructions_ = 0;
    }

    // Arrays of the open step that others read.
    std::set<ValueId> stored_values() const {
        std::map<ValueId, std::int64_t> inside;
        std::set<ValueId> stored;
        for (const Call* call : calls_) {
            const Kernel& kernel = old_[call->kernel];
            std::set<ValueId> reads;
            for (const ValueId value : loaded_values(kernel, *call)) reads.insert(value);
            for (const Output& output : kernel.outputs)
                if (output.updates.valid()) reads.insert((*call)[output.updates]);
            for (const ValueId value : reads) ++inside[value];
        }
        for (const Call* call : calls_)
            for (const Output& output : old_[call->kernel].outputs) {
                const ValueId value = (*call)[output.argument];
                const auto readers = readers_.find(value);
                if (readers != readers_.end() && readers->second > inside[value]) stored.insert(value);
            }
        return stored;
    }

    double cycles_of(KernelId kernel) {
        const auto [known, fresh] = known_cycles_.try_emplace(kernel);
        if (fresh) known->second = cycles_(old_[kernel]);
        return known->second;
    }

    const Kernels& old_;
    const std::function<double(const Kernel&)>& cycles_;
    const Goal goal_;
    const std::vector<RegionAccess> accesses_;
    const std::vector<std::vector<ValueId>> results_;
    Kernels new_;
    std::map<KernelId, double> known_cycles_;
    std::map<ValueId, std::int64_t> readers_; // of the region's values: steps, and the region's end
    std::vector<StepNode> steps_;
    std::unique_ptr<ScalarStep> open_;
    std::vector<const Call*> calls_; // of the open step
    std::int64_t instructions_ = 0;
};

} // namespace

Kernels scalarize(Kernels kernels, const std::function<double(const Kernel&)>& cycles, const Goal& goal) {
    merge_equal_kernels(kernels); // each is estimated once
    Kernels scalarized = Scalarizer(kernels, cycles, goal).run();
    merge_equal_kernels(scalarized); // and drops those that nothing calls
    return scalarized;
}

} // namespace hlo2cpp
