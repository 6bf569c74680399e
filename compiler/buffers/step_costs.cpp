#include "buffers/step_costs.h"

#include <algorithm>
#include <map>

#include "kernel/depth_first.h"
#include "kernel/step_access.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

using Part = Position::Part;

class Lister {
public:
    Lister(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan)
        : kernels_(kernels), schedule_(schedule), plan_(plan), live_(bytes_by_position(plan)) {}

    std::vector<StepCost> list() {
        const std::vector<Position> positions = depth_first(schedule_);
        for (position_ = 0; position_ < positions.size(); ++position_) {
            at_ = positions[position_];
            std::visit([&](const auto& step) { visit(step); },
                       schedule_[at_.region].steps[static_cast<std::size_t>(at_.step)]);
        }
        return std::move(steps_);
    }

private:
    // The loops around a step.
    struct Around {
        std::optional<std::int64_t> runs = 1; // in a call; none: data ends one of them
        std::optional<std::size_t> loop = {}; // the innermost that data ends
        std::int64_t runs_in_round = 1;       // of that one, or in a call
    };

    // Arena bytes in use at each position of the depth-first order.
    static std::vector<std::int64_t> bytes_by_position(const BufferPlan& plan) {
        std::int32_t last = -1;
        for (const ArenaBuffer& buffer : plan.buffers) last = std::max(last, buffer.last);
        std::vector<std::int64_t> live(static_cast<std::size_t>(last + 2));
        for (const ArenaBuffer& buffer : plan.buffers) {
            live[static_cast<std::size_t>(std::max(buffer.first, 0))] += buffer.size;
            live[static_cast<std::size_t>(buffer.last + 1)] -= buffer.size;
        }
        for (std::size_t i = 1; i < live.size(); ++i) live[i] += live[i - 1];
        return live;
    }

    StepCost& add(const std::string& name) {
        StepCost& step = steps_.emplace_back();
        step.name = name;
        step.position = static_cast<std::int32_t>(position_);
        step.depth = at_.depth;
        step.runs = around_.back().runs;
        step.loop = around_.back().loop;
        step.bytes_live = position_ < live_.size() ? live_[position_] : 0;
        return step;
    }

    std::string shape_of(ValueId id) const {
        const Value& value = schedule_[id];
        return to_string(Shape::array(value.type, value.dims));
    }

    void visit(const Call& call) {
        StepCost& step = add(call.label);
        step.instructions = call.origins;
        step.metadata = call.metadata;
        for_each_stored(kernels_[call.kernel],
                        [&](const Output& output) { step.shapes.push_back(shape_of(call[output.argument])); });
        step.winograd = call.winograd;
        const Around& around = around_[around_.size() - (call.winograd > 0 ? 2 : 1)]; // of all strips
        step.operations = operations_of(call.kernel) * around_.back().runs_in_round;
        step.operations += Operations{.multiply_adds = call.multiply_adds} * around.runs_in_round;
    }

    const Operations& operations_of(KernelId kernel) {
        const auto [known, fresh] = operations_.try_emplace(kernel);
        if (fresh) known->second = hlo2cpp::operations_of(kernels_[kernel]);
        return known->second;
    }

    void visit(const While& loop) {
        if (at_.part == Part::End) around_.pop_back();
        if (at_.part != Part::Begin) return;
        StepCost& step = add(loop.name);
        step.instructions = loop.origins;
        step.metadata = loop.metadata;
        for (const While::Carried& carried : loop.carried) step.shapes.push_back(shape_of(carried.value));
        step.data_ends = loop.trip_count < 0;
        if (loop.max_trips >= 0) step.max_trips = loop.max_trips;
        step.stopped = loop.stopped;
        around_.push_back(inside(loop));
    }

    Around inside(const While& loop) const {
        const std::int64_t rounds = loop.trip_count < 0 ? loop.max_trips : loop.trip_count;
        if (rounds < 0) return {.runs = {}, .loop = steps_.size() - 1};
        Around inside = around_.back();
        if (inside.runs) inside.runs = saturating_multiply(*inside.runs, rounds);
        inside.runs_in_round = saturating_multiply(inside.runs_in_round, rounds);
        return inside;
    }

    void visit(const Conditional& choice) {
        if (at_.part != Part::Begin) return;
        StepCost& step = add(choice.name);
        step.instructions = choice.origins;
        step.metadata = choice.metadata;
        for (const ValueId result : choice.results) step.shapes.push_back(shape_of(result));
    }

    // The bytes that the device with most to send gives to others. Of ragged rows that is all that there are.
    std::int64_t bytes_sent(const HostCall& call) const {
        if (!starts(call.exchange)) return 0;
        const std::int64_t given = schedule_[call.arguments[0]].bytes();
        const auto moves = [](const SourceTarget& pair) { return pair.source != pair.target; };
        if (call.exchange == Exchange::Permute) return std::ranges::any_of(call.pairs, moves) ? given : 0;
        if (call.exchange == Exchange::AllToAllRagged || call.groups.empty()) return given;
        const auto members = static_cast<std::int64_t>(call.groups[0].size());
        const std::int64_t part = call.exchange == Exchange::AllToAll ? given / members : given;
        return saturating_multiply(part, members - 1);
    }

    void visit(const HostCall& call) {
        const auto step_number = static_cast<std::size_t>(at_.step);
        if (at_.step > 0 && wait_at_once(schedule_[at_.region].steps, step_number - 1) == &call)
            return; // a part of the step before
        StepCost& step = add(call.name);
        step.bytes_sent = bytes_sent(call);
        step.instructions = call.origins;
        step.metadata = call.metadata;
        for (const ValueId result : call.results) step.shapes.push_back(shape_of(result));
    }

    void visit(const Copy& copy) {
        const Location &from = plan_[copy.from], &to = plan_[copy.to];
        if (from == to && from.place != Place::Constant) return; // one buffer
        StepCost& step = add("copy " + schedule_[copy.from].name);
        step.shapes.push_back(shape_of(copy.to));
    }

    const Kernels& kernels_;
    const Schedule& schedule_;
    const BufferPlan& plan_;
    std::vector<std::int64_t> live_; // arena bytes in use, by position
    std::vector<Around> around_ = {{}};
    std::map<KernelId, Operations> operations_; // of those that calls share, too
    std::vector<StepCost> steps_;
    std::size_t position_ = 0;
    Position at_;
};

} // namespace

std::vector<StepCost> list_steps(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan) {
    return Lister(kernels, schedule, plan).list();
}

Metadata main_origin(const StepCost& step) {
    return step.metadata.empty() ? Metadata{} : step.metadata.front();
}

Work total_work(const std::vector<StepCost>& steps) {
    Work work;
    std::vector<std::size_t> loops(steps.size()); // by step: its number in work.loops
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepCost& step = steps[i];
        (step.loop ? work.loops[loops[*step.loop]].operations : work.fixed) += step.operations;
        const auto sent = saturating_multiply(step.bytes_sent, step.runs.value_or(0));
        work.bytes_sent = saturating_add(work.bytes_sent, sent);
        work.at_most = work.at_most || step.max_trips;
        if (!step.data_ends || step.max_trips) continue;
        loops[i] = work.loops.size();
        work.loops.push_back({.step = i});
    }
    return work;
}

} // namespace hlo2cpp
