#include "buffers/step_costs.h"

#include <algorithm>

#include "schedule/depth_first.h"
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
        step.runs = runs_.back();
        step.bytes_live = position_ < live_.size() ? live_[position_] : 0;
        return step;
    }

    std::string shape_of(ValueId id) const {
        const Value& value = schedule_[id];
        return to_string(Shape::array(value.type, value.dims));
    }

    void visit(const Call& call) {
        StepCost& step = add(call.name);
        step.instructions = call.origins;
        step.metadata = call.metadata;
        for (const Output& output : kernels_[call.kernel].outputs)
            step.shapes.push_back(shape_of(call[output.argument]));
        step.multiply_adds = checked_multiply(call.multiply_adds, runs_.back()).value_or(INT64_MAX);
    }

    void visit(const While& loop) {
        if (at_.part == Part::End) runs_.pop_back();
        if (at_.part != Part::Begin) return;
        StepCost& step = add(loop.name);
        step.instructions = loop.origins;
        step.metadata = loop.metadata;
        for (const While::Carried& carried : loop.carried) step.shapes.push_back(shape_of(carried.value));
        const std::int64_t trips = loop.trip_count < 0 ? 1 : loop.trip_count;
        runs_.push_back(checked_multiply(runs_.back(), trips).value_or(INT64_MAX));
    }

    void visit(const Conditional& choice) {
        if (at_.part != Part::Begin) return;
        StepCost& step = add(choice.name);
        step.instructions = choice.origins;
        step.metadata = choice.metadata;
        for (const ValueId result : choice.results) step.shapes.push_back(shape_of(result));
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
    std::vector<std::int64_t> runs_ = {1};
    std::vector<StepCost> steps_;
    std::size_t position_ = 0;
    Position at_;
};

} // namespace

std::vector<StepCost> list_steps(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan) {
    return Lister(kernels, schedule, plan).list();
}

Metadata main_origin(const StepCost& step) {
    const auto shorter = [](const Metadata& a, const Metadata& b) { return a.op_name.size() < b.op_name.size(); };
    const auto longest = std::ranges::max_element(step.metadata, shorter);
    return longest == step.metadata.end() ? Metadata{} : *longest;
}

std::int64_t total_multiply_adds(const std::vector<StepCost>& steps) {
    std::int64_t total = 0;
    for (const StepCost& step : steps) total = checked_add(total, step.multiply_adds).value_or(INT64_MAX);
    return total;
}

} // namespace hlo2cpp
