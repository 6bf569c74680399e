#include "program/step_log.h"

#include <algorithm>

namespace hlo2cpp {

using tree::Expression;

StepLog::StepLog(const ProgramInput& input) : input_(input) {
    const std::vector<Position> order = depth_first(input.schedule);
    for (std::size_t i = 0; i < order.size(); ++i)
        positions_.try_emplace({order[i].region.value, order[i].step, static_cast<int>(order[i].part)},
                               static_cast<std::int32_t>(i));
}

std::int32_t StepLog::number_of(const Position& position, Position::Part part) const {
    return positions_.at({position.region.value, position.step, static_cast<int>(part)});
}

void StepLog::add_line(const Position& position, Position::Part part, const std::string& name) {
    lines.push_back({number_of(position, part), position.depth, name});
}

std::vector<DeadBytes> StepLog::dead_bytes(const Position& position) const {
    const std::int32_t number = number_of(position, Position::Part::Step);
    std::vector<DeadBytes> alive, dead;
    for (const ArenaBuffer& buffer : input_.plan.buffers)
        if (buffer.first <= number && number <= buffer.last)
            alive.push_back({buffer.region, {buffer.offset, buffer.offset + buffer.size}});
    for (std::size_t r = 0; r < input_.plan.regions.size(); ++r) {
        const std::int64_t end = input_.plan.regions[r].arena_bytes;
        alive.push_back({r, {end, end}});
    }
    std::ranges::stable_sort(alive, {},
                             [](const DeadBytes& bytes) { return std::pair(bytes.region, bytes.range.begin); });
    std::int64_t done = 0;
    for (std::size_t i = 0; i < alive.size(); ++i) {
        const auto& [region, range] = alive[i];
        if (i > 0 && region != alive[i - 1].region) done = 0;
        if (range.begin > done) dead.push_back({region, {done, range.begin}});
        done = std::max(done, range.end);
    }
    return dead;
}

// A step of a band reports the rows that its round computes, any other the whole value.
tree::Statements StepLog::trace(TracePoint point, RunValues& values, const While* band) {
    const Value& value = input_[point.value];
    if (point.call && point.call->name.empty()) return {}; // it computes no instruction
    if (!input_.options.trace || input_.plan[point.value].place == Place::Nowhere || value.elements() == 0) return {};
    Expression memory = values.pointer(point.value);
    point.elements = value.elements();
    if (band != nullptr) {
        const std::optional<BandRows>& rows = point.call->band_rows;
        if (!rows) return {}; // it keeps rows, and computes none
        if (rows->begin != 0) memory = tree::add(memory, tree::integer(rows->begin));
        if (rows->moves != 0)
            memory = tree::add(memory, tree::multiply(values.variable(band->variable), tree::integer(rows->moves)));
        point.elements = rows->extent();
        point.first_round = band->first;
    } else if (values.is_local(point.value)) {
        memory = tree::unary(tree::Operator::AddressOf, memory);
    }
    const tree::Statement report =
        tree::Evaluate{.expression = tree::call(input_.prefix + "_TRACE",
                                                {tree::integer(static_cast<std::int64_t>(trace_points.size())),
                                                 tree::string(point.step), tree::string(info(value.type).name), memory,
                                                 tree::integer(point.elements)})};
    trace_points.push_back(std::move(point));
    return {report};
}

} // namespace hlo2cpp
