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
    sort_reports(by_point);
}

void Replay::sort_reports(const std::vector<Watch*>& by_point) {
    std::vector<std::int64_t> rounds(by_point.size());
    for (std::size_t i = 0; i < run_.reports.size(); ++i) {
        const auto number = static_cast<std::size_t>(run_.reports[i].point);
        Watch* const watch = by_point[number];
        if (watch == nullptr) continue;
        const TracePoint& point = checked_.program.trace[number];
        if (!point.first_round || watch->reports.empty()) watch->reports.push_back(i);
        if (!point.first_round) continue;
        const auto size = static_cast<std::size_t>(byte_size(checked_.schedule[point.value].type));
        for (const BandPart& part : parts_of_round(*point.call->band_rows, *point.first_round + rounds[number]++))
            watch->rows.push_back({part.elements, run_.reports[i].begin + static_cast<std::size_t>(part.place) * size});
    }
    if (run_.complete) return;
    for (auto& [place, watches] : watches_)
        for (Watch& watch : watches)
            if (!watch.rows.empty()) watch.reports.clear(); // some of its rows are missing
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

Literal Replay::report_of(const Watch& watch, std::size_t number, const Tensor& expected) const {
    Literal literal = to_literal(expected);
    const TracePoint& point = checked_.program.trace[static_cast<std::size_t>(run_.reports[number].point)];
    const Value& value = checked_.schedule[point.value];
    const std::int64_t element = byte_size(expected.shape.type);
    std::vector<std::byte> memory = literal.bytes;
    if (value.moved) {
        const std::int64_t elements =
            point.first_round ? point.call->band_rows->lines * point.call->band_rows->elements : value.elements();
        memory.resize(static_cast<std::size_t>(elements * element));
        scatter_elements(literal.bytes, *value.moved, element, memory);
    }
    const Rows whole{{0, static_cast<std::int64_t>(memory.size()) / element}, run_.reports[number].begin};
    const std::span<const Rows> rows = watch.rows.empty() ? std::span(&whole, 1) : std::span(watch.rows);
    const auto size = [&](std::int64_t elements) { return static_cast<std::size_t>(elements * element); };
    for (const Rows& one : rows) {
        const std::int64_t begin = std::max(one.elements.begin, whole.elements.begin),
                           end = std::min(one.elements.end, whole.elements.end);
        if (begin < end)
            std::memcpy(memory.data() + size(begin), run_.data.data() + one.data + size(begin - one.elements.begin),
                        size(end - begin));
    }
    if (value.moved)
        gather_elements(memory, *value.moved, element, literal.bytes);
    else
        literal.bytes = std::move(memory);
    if (watch.target.sorted > 0) keep_unsorted(watch.target, to_literal(expected).bytes, literal);
    return literal;
}

void Replay::keep_unsorted(const TraceTarget& sort, const std::vector<std::byte>& expected, Literal& sorted) const {
    const std::vector<std::int64_t>& dims = sorted.shape.dims;
    const auto along = checked_.lowered[sort.computation][sort.instruction].attributes.dimensions[0];
    std::size_t lines = expected.size(); // in bytes: that lie side by side
    for (std::int64_t d = 0; d < along; ++d) lines /= static_cast<std::size_t>(dims[static_cast<std::size_t>(d)]);
    const std::size_t front =
        lines / static_cast<std::size_t>(dims[static_cast<std::size_t>(along)]) * static_cast<std::size_t>(sort.sorted);
    for (std::size_t begin = 0; begin < expected.size(); begin += lines)
        std::memcpy(sorted.bytes.data() + begin + front, expected.data() + begin + front, lines - front);
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
