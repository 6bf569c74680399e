#include "check/replay.h"

#include <algorithm>
#include <cstring>

namespace hlo2cpp {

Replay::Replay(const Checked& checked, const GeneratedRun& run)
    : checked_(checked), run_(run), watched_(checked.lowered.computations.size()) {
    const std::vector<std::optional<TraceTarget>> targets =
        trace_targets(checked.lowered, checked.kernels, checked.schedule, checked.program.trace);
    std::vector<Watch*> by_point(targets.size());
    for (std::size_t point = 0; point < targets.size(); ++point)
        if (targets[point]) by_point[point] = &watch(*targets[point], checked.program.trace[point]);
    for (std::size_t i = 0; i < run.reports.size(); ++i)
        if (Watch* const watch = by_point[static_cast<std::size_t>(run.reports[i].point)]) watch->reports.push_back(i);
}

void Replay::before(ComputationId computation, InstructionId instruction, std::span<const Tensor* const> operands) {
    for (Watch& watch : watches_of(computation, instruction))
        if (watch.target.operand) next(watch, *operands[watch.target.leaf]);
}

void Replay::computed(ComputationId computation, InstructionId instruction, Tensor& value) {
    for (Watch& watch : watches_of(computation, instruction)) {
        if (watch.target.operand) continue;
        Tensor& leaf = value.shape.is_tuple() ? value.tuple[watch.target.leaf] : value;
        if (std::optional<Tensor> reported = next(watch, leaf)) leaf = std::move(*reported);
    }
}

Literal Replay::report_of(std::size_t number, const Shape& shape) const {
    Literal literal = Literal::zeros(Shape::array(shape.type, shape.dims));
    std::memcpy(literal.bytes.data(), run_.data.data() + run_.reports[number].begin, literal.bytes.size());
    return literal;
}

Replay::Watch& Replay::watch(const TraceTarget& target, const TracePoint& point) {
    watched_[target.computation.index()] = true;
    std::list<Watch>& watches = watches_[{target.computation, target.instruction}];
    const auto known = std::ranges::find(watches, target, &Watch::target);
    return known != watches.end() ? *known
                                  : watches.emplace_back(Watch{.target = target, .step = point.step, .reports = {}});
}

std::list<Replay::Watch>& Replay::watches_of(ComputationId computation, InstructionId instruction) {
    const auto found = watches_.find({computation, instruction});
    return found == watches_.end() ? none_ : found->second;
}

std::optional<Tensor> Replay::next(Watch& watch, const Tensor& expected) {
    if (watch.next == watch.reports.size()) {
        if (!run_.complete) return std::nullopt;
        missing(watch);
        throw Ended();
    }
    const std::size_t number = watch.reports[watch.next++];
    return reported(watch, number, expected);
}

} // namespace hlo2cpp
