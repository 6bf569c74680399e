#include "report/page_data.h"

#include <algorithm>

#include "kernel/depth_first.h"
#include "program/comments.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

using Part = Position::Part;

const StepNode& node_at(const Schedule& schedule, const Position& at) {
    return schedule[at.region].steps[static_cast<std::size_t>(at.step)];
}

// Calls visit(ValueId) for each value that a step writes; a loop writes its carried values where it begins.
template <typename Visit>
void for_each_written(const Kernels& kernels, const StepNode& node, Visit&& visit) {
    if (const Call* call = std::get_if<Call>(&node)) {
        for (const Output& output : kernels[call->kernel].outputs) visit((*call)[output.argument]);
        if (call->scratch.valid()) visit(call->scratch);
    }
    if (const While* loop = std::get_if<While>(&node))
        for (const While::Carried& carried : loop->carried) visit(carried.value);
    if (const Conditional* choice = std::get_if<Conditional>(&node))
        for (const ValueId result : choice->results) visit(result);
    if (const Copy* copy = std::get_if<Copy>(&node)) visit(copy->to);
    if (const HostCall* call = std::get_if<HostCall>(&node))
        for (const ValueId result : call->results) visit(result);
}

// By value: the first position at which it is written; none: INT32_MAX.
std::vector<std::int32_t> first_writes(const ReportInput& input, const std::vector<Position>& positions) {
    std::vector<std::int32_t> first(input.schedule.values.size(), INT32_MAX);
    for (std::size_t p = 0; p < positions.size(); ++p)
        for_each_written(input.kernels, node_at(input.schedule, positions[p]), [&](ValueId value) {
            first[value.index()] = std::min(first[value.index()], static_cast<std::int32_t>(p));
        });
    return first;
}

std::vector<PageBuffer> list_buffers(const ReportInput& input, const PageData& data,
                                     const std::vector<std::int32_t>& written) {
    std::vector<PageBuffer> buffers;
    for (const ArenaBuffer& buffer : input.plan.buffers) {
        if (buffer.size == 0 || buffer.values.empty()) continue;
        const ValueId value = *std::ranges::min_element(
            buffer.values, {}, [&](ValueId id) { return std::pair(written[id.index()], id.index()); });
        const Value& shown = input.schedule[value];
        PageBuffer& made = buffers.emplace_back();
        made.offset = buffer.offset;
        made.region = input.plan.regions[buffer.region].name;
        for (std::size_t r = 0; r < buffer.region; ++r) made.above += input.plan.regions[r].arena_bytes;
        made.size = buffer.size;
        made.first = std::max(buffer.first, 0);
        made.last = buffer.last;
        made.name = shown.name;
        made.shape = to_string(Shape::array(shown.type, shown.dims));
        made.more = buffer.values.size() - 1;
        if (written[value.index()] != INT32_MAX) made.written = data.step_at(written[value.index()]);
    }
    std::ranges::stable_sort(buffers, {}, [](const PageBuffer& b) { return std::tuple(b.first, b.place(), b.last); });
    return buffers;
}

std::vector<PageLoop> list_loops(const Schedule& schedule, const std::vector<Position>& positions) {
    std::vector<PageLoop> loops;
    std::vector<std::size_t> open;
    for (std::size_t p = 0; p < positions.size(); ++p) {
        const While* loop = std::get_if<While>(&node_at(schedule, positions[p]));
        if (loop != nullptr && positions[p].part == Part::Begin) {
            PageLoop& made = loops.emplace_back();
            made.name = loop->name;
            made.origin = loop->metadata.empty() ? "" : comment_origin(loop->metadata[0]);
            made.first = static_cast<std::int32_t>(p);
            made.depth = static_cast<std::int32_t>(open.size());
            made.rounds = loop->trip_count;
            made.max_rounds = loop->max_trips;
            open.push_back(loops.size() - 1);
        }
        if (loop != nullptr && positions[p].part == Part::End) {
            loops[open.back()].last = static_cast<std::int32_t>(p);
            open.pop_back();
        }
    }
    return loops;
}

} // namespace

std::optional<std::size_t> PageData::step_at(std::int32_t position) const {
    const auto after = std::ranges::upper_bound(steps, position, {}, &StepCost::position);
    if (after == steps.begin()) return std::nullopt;
    return static_cast<std::size_t>(after - steps.begin() - 1);
}

PageData page_data(const ReportInput& input) {
    const std::vector<Position> positions = depth_first(input.schedule);
    PageData data;
    data.loops = list_loops(input.schedule, positions);
    data.steps = list_steps(input.kernels, input.schedule, input.plan);
    data.work = total_work(data.steps);
    data.end = std::max<std::int32_t>(1, static_cast<std::int32_t>(positions.size()));
    data.buffers = list_buffers(input, data, first_writes(input, positions));
    for (const PageBuffer& buffer : data.buffers) data.end = std::max(data.end, buffer.last + 1);
    data.live.assign(static_cast<std::size_t>(data.end) + 1, 0);
    for (const PageBuffer& buffer : data.buffers) {
        data.live[static_cast<std::size_t>(buffer.first)] += buffer.size;
        data.live[static_cast<std::size_t>(buffer.last) + 1] -= buffer.size;
    }
    for (std::size_t i = 1; i < data.live.size(); ++i) data.live[i] += data.live[i - 1];
    data.live.pop_back();
    data.peak = static_cast<std::int32_t>(std::ranges::max_element(data.live) - data.live.begin());
    return data;
}

} // namespace hlo2cpp
