#include "scalarize/scalarize.h"

#include <algorithm>
#include <map>

#include "arrange/equal_kernels.h"
#include "kernel/renumber.h"
#include "kernel/step_access.h"
#include "scalarize/loop_costs.h"
#include "scalarize/scalar_step.h"
#include "scalarize/step_names.h"

namespace hlo2cpp {
namespace {

constexpr double kMostInstructions = 4096; // of a step
constexpr double kWorth = 0.4;             // part of the loops' time: people would rather read loops
constexpr std::size_t kMostSteps = 256;    // that become one
// Expressions that are looked at in a module, and those that a step counts for at least: larger modules are no filters,
// and none takes long.
constexpr std::size_t kMostTried = std::size_t{1} << 17, kTried = 16;

// Instructions of straight-line code for one in loops, by the goal.
double longest(Optimize optimize) {
    return optimize == Optimize::Size ? 0.5 : optimize == Optimize::Balanced ? 1.5 : 8;
}

class Scalarizer {
public:
    Scalarizer(const Kernels& kernels, const std::function<double(const Kernel&)>& cycles, const Target& target,
               const Goal& goal, std::size_t fewest)
        : old_(kernels), costs_(kernels, cycles), goal_(goal), fewest_(fewest),
          per_cycle_(std::max(target.per_cycle, 1.0)), longest_(longest(goal.optimize)),
          accesses_(step_accesses(kernels)), results_(region_results(kernels)), new_(kernels) {}

    Kernels run() {
        std::vector<RegionId> pending;
        for (const Entry& entry : old_.entries) pending.push_back(entry.region);
        while (!pending.empty()) {
            const RegionId region = pending.back();
            pending.pop_back();
            run(region);
            for (const StepNode& step : new_.regions[region.index()].steps)
                for (const RegionId inside : regions_of(step)) pending.push_back(inside);
        }
        drop_unowned_regions(new_); // of loops that are written out
        return std::move(new_);
    }

private:
    struct Chain {
        std::size_t steps = 0; // 0: it does not pay
        double saved = 0;      // cycles, of the part that makes it worth it
    };

    void run(RegionId id) {
        readers_.clear();
        const RegionAccess& access = accesses_[id.index()];
        for (const StepAccess& step : access.steps)
            for (const ValueId value : step.reads) ++readers_[value];
        for (const ValueId value : results_[id.index()]) ++readers_[value];
        const std::vector<StepNode>& nodes = old_[id].steps;
        std::vector<StepNode> steps;
        for (std::size_t begin = 0; begin < nodes.size();) {
            const Chain chain = best_chain(nodes, access, begin);
            const std::size_t end = begin + std::max<std::size_t>(chain.steps, 1);
            steps.push_back(chain.steps == 0 ? nodes[begin] : joined(nodes, access, begin, end));
            begin = end;
        }
        new_.regions[id.index()].steps = std::move(steps);
    }

    // The chain from `begin` on that saves the most time. One that costs time so far may save some further on: zeros
    // that it makes are left out there.
    Chain best_chain(const std::vector<StepNode>& nodes, const RegionAccess& access, std::size_t begin) {
        Chain best;
        ScalarStep step(old_, goal_);
        double loops = 0, code = 0;
        std::size_t calls = 0;
        std::set<KernelId> known;
        for (std::size_t end = begin; end < nodes.size() && end - begin < kMostSteps && tried_ < kMostTried; ++end) {
            const std::optional<double> cycles = costs_.cycles(nodes[end]);
            const std::size_t before = step.expressions();
            const bool done = cycles && step.run(nodes[end]);
            tried_ += std::max(step.expressions() - before, kTried);
            if (!done) break;
            loops += *cycles;
            code += costs_.code(nodes[end], known);
            calls += costs_.calls(nodes[end]);
            const std::int64_t instructions = step.instructions(stored_values(access, begin, end + 1));
            if (static_cast<double>(instructions) > kMostInstructions) break;
            const double straight = static_cast<double>(instructions), saved = kWorth * loops - straight / per_cycle_;
            if (calls < fewest_) continue;
            if (straight <= longest_ * code && saved >= best.saved) best = {end + 1 - begin, saved};
        }
        return best;
    }

    Call joined(const std::vector<StepNode>& nodes, const RegionAccess& access, std::size_t begin, std::size_t end) {
        ScalarStep step(old_, goal_);
        for (std::size_t i = begin; i < end; ++i) step.run(nodes[i]);
        StepNames names(old_, costs_);
        for (std::size_t i = begin; i < end; ++i) names.add(nodes[i]);
        const std::vector<ValueId> stored = stored_values(access, begin, end);
        ScalarStep::Made made = step.finish(stored);
        Call call = names.call();
        call.values = std::move(made.values);
        for (const ValueId value : stored) call.stored.push_back(names.source_of(value));
        call.kernel = KernelId(new_.kernels.size());
        new_.kernels.push_back(std::move(made.kernel));
        return call;
    }

    // Arrays of the chain that others read, in the order in which they are made.
    std::vector<ValueId> stored_values(const RegionAccess& access, std::size_t begin, std::size_t end) const {
        std::map<ValueId, std::int64_t> inside;
        for (std::size_t i = begin; i < end; ++i)
            for (const ValueId value : access.steps[i].reads) ++inside[value];
        std::vector<ValueId> stored;
        for (std::size_t i = begin; i < end; ++i)
            for (const ValueId value : access.steps[i].writes) {
                const auto readers = readers_.find(value);
                if (readers != readers_.end() && readers->second > inside[value]) stored.push_back(value);
            }
        return stored;
    }

    const Kernels& old_;
    LoopCosts costs_;
    const Goal goal_;
    const std::size_t fewest_;
    const double per_cycle_; // scalar instructions
    const double longest_;
    const std::vector<RegionAccess> accesses_;
    const std::vector<std::vector<ValueId>> results_;
    Kernels new_;
    std::map<ValueId, std::int64_t> readers_; // of the region's values: steps, and the region's end
    std::size_t tried_ = 0;                   // expressions
};

} // namespace

Kernels scalarize(Kernels kernels, const std::function<double(const Kernel&)>& cycles, const Target& target,
                  const Goal& goal, std::size_t fewest) {
    merge_equal_kernels(kernels); // each is estimated once
    return Scalarizer(kernels, cycles, target, goal, fewest).run();
}

} // namespace hlo2cpp
