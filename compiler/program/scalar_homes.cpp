#include "program/scalar_homes.h"

#include <algorithm>
#include <map>

#include "program/kernel_function.h"

namespace hlo2cpp {
namespace {

using Touched = std::map<std::size_t, std::int64_t>; // how often, by scalar

class Homes {
public:
    explicit Homes(const ProgramInput& input) : input_(input), homes_(input.plan.scalars.size()), all_(homes_.size()) {
        for (const Region& region : input.schedule.regions)
            for (const StepNode& step : region.steps) {
                for (const std::size_t scalar : touched_by(step)) ++all_[scalar];
                for (const std::size_t scalar : written_by(step)) ++homes_[scalar].writes;
            }
    }

    std::vector<ScalarHome> run() {
        for (const Entry& entry : input_.schedule.entries) visit(entry.region);
        return std::move(homes_);
    }

private:
    // Number of touches of each scalar by the steps of a region and of the regions inside it. The home of a scalar is
    // the innermost region that contains all its touches.
    Touched visit(RegionId id) {
        const std::vector<StepNode>& steps = input_.schedule[id].steps;
        Touched touched;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            Touched here;
            for (const std::size_t scalar : touched_by(steps[i])) ++here[scalar];
            for (const RegionId inner : regions_of(steps[i]))
                for (const auto& [scalar, times] : visit(inner)) here[scalar] += times;
            for (const auto& [scalar, times] : here) {
                ScalarHome& home = homes_[scalar];
                const bool first = touched.try_emplace(scalar, 0).second;
                touched[scalar] += times;
                if (home.region.valid()) continue;
                if (first) first_[{id.value, scalar}] = i;
                if (touched[scalar] == all_[scalar]) settle(home, id, first_.at({id.value, scalar}), scalar);
            }
        }
        return touched;
    }

    void settle(ScalarHome& home, RegionId region, std::size_t step, std::size_t scalar) {
        home.region = region;
        home.step = static_cast<std::int32_t>(step);
        const StepNode& node = input_.schedule[region].steps[step];
        home.set_by_step = written_by(node) == std::vector{scalar} && !takes_argument(node);
    }

    static std::vector<RegionId> regions_of(const StepNode& step) {
        std::vector<RegionId> regions;
        if (const While* loop = std::get_if<While>(&step)) return {loop->condition, loop->body};
        if (const Conditional* conditional = std::get_if<Conditional>(&step))
            for (const Conditional::Branch& branch : conditional->branches) regions.push_back(branch.region);
        return regions;
    }

    std::optional<std::size_t> scalar_of(ValueId value) const {
        if (!value.valid() || input_.plan[value].place != Place::Scalar) return {};
        return static_cast<std::size_t>(input_.plan[value].offset);
    }

    std::vector<std::size_t> touched_by(const StepNode& step) const {
        std::vector<std::size_t> touched;
        const auto touch = [&](ValueId value) {
            if (const auto scalar = scalar_of(value)) touched.push_back(*scalar);
        };
        if (const Call* call = std::get_if<Call>(&step)) {
            std::ranges::for_each(call->values, touch);
        } else if (const Copy* copy = std::get_if<Copy>(&step)) {
            touch(copy->from);
            touch(copy->to);
        } else if (const While* loop = std::get_if<While>(&step)) {
            touch(loop->predicate);
            std::ranges::for_each(loop->bounds(), touch);
        } else if (const Conditional* conditional = std::get_if<Conditional>(&step)) {
            touch(conditional->selector);
        } else if (const HostCall* host = std::get_if<HostCall>(&step)) {
            std::ranges::for_each(host->results, touch);
        }
        return touched;
    }

    std::vector<std::size_t> written_by(const StepNode& step) const {
        std::vector<std::size_t> written;
        const auto write = [&](ValueId value) {
            if (const auto scalar = scalar_of(value)) written.push_back(*scalar);
        };
        if (const Call* call = std::get_if<Call>(&step); call != nullptr && has_work(input_, call->kernel))
            for (const Output& output : input_.kernels[call->kernel].outputs) write((*call)[output.argument]);
        if (const Copy* copy = std::get_if<Copy>(&step); copy != nullptr && has_effect(*copy)) write(copy->to);
        if (const HostCall* host = std::get_if<HostCall>(&step)) std::ranges::for_each(host->results, write);
        return written;
    }

    bool has_effect(const Copy& copy) const {
        return input_.plan[copy.from] != input_.plan[copy.to] || input_.plan[copy.from].place == Place::Constant;
    }

    // True if the step copies an argument of the caller, which is first brought into the form of our own values.
    bool takes_argument(const StepNode& step) const {
        const Copy* const copy = std::get_if<Copy>(&step);
        return copy != nullptr && input_.plan[copy->from].place == Place::Parameter;
    }

    const ProgramInput& input_;
    std::vector<ScalarHome> homes_;
    std::vector<std::int64_t> all_;                                      // touches, by scalar
    std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> first_; // step, by region and scalar
};

} // namespace

std::vector<ScalarHome> scalar_homes(const ProgramInput& input) {
    return Homes(input).run();
}

} // namespace hlo2cpp
