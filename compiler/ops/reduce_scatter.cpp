// reduce-scatter: all-reduce, of which each member of the group keeps the part of its place along a dimension
#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

Shape infer_reduce_scatter(const InferContext& context) {
    const std::int64_t members = require_group_size(context);
    require_combiner(context);
    return infer_along(context, [&](std::int64_t size) {
        if (size % members != 0)
            context.fail("it cuts " + std::to_string(size) + " elements into the parts of " + std::to_string(members) +
                         " devices, which are no whole numbers of elements");
        return size / members;
    });
}

Tensor evaluate_reduce_scatter(const EvaluateContext& context) {
    const Members all = members(context);
    const auto dimension = static_cast<std::size_t>(context.attributes().dimensions[0]);
    std::vector<Tensor> results;
    for (std::size_t i = 0; i < context.operands.size(); ++i)
        results.push_back(part_along(combined(context, all, i), dimension, all.place, all.operands.size()));
    return all_of(std::move(results));
}

// The parts of all operands lie behind each other, so that they travel together.
Expansion::Values begin_reduce_scatter(Expansion& e) {
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    const auto members = static_cast<std::int64_t>(groups[0].size());
    const auto dimension = static_cast<std::size_t>(e.attributes().dimensions[0]);
    Expansion::Values rows;
    for (const InstructionId operand : e.instruction().operands) {
        const std::int64_t elements = e.shape_of(operand).elements();
        if (is_exchanged(e, operand))
            rows.push_back(e.reshape(parts_in_front(e, operand, dimension, members), {members, elements / members}));
    }
    if (rows.empty()) return {};
    const InstructionId parts = rows.size() == 1 ? rows[0] : e.concatenate(rows, 1);
    return {start_exchange(e, Exchange::AllToAll, groups, e.shape_of(parts), {parts})};
}

Expansion::Values finish_reduce_scatter(Expansion& e, const Expansion::Values& under_way) {
    const auto members = static_cast<std::int64_t>(group_size(e.instruction(), e.module().devices));
    const auto dimension = static_cast<std::size_t>(e.attributes().dimensions[0]);
    std::vector<Shape> shapes;
    for (const InstructionId operand : e.instruction().operands) {
        shapes.push_back(Shape::array(e.shape_of(operand).type, e.shape_of(operand).dims));
        shapes.back().dims[dimension] /= members;
    }
    if (!under_way.empty()) return unpacked(e, fold_rows(e, wait_for(e, under_way[0])), shapes);
    if (members == 1) return e.instruction().operands;
    Expansion::Values empty;
    for (const Shape& shape : shapes) empty.push_back(e.number(shape, 0));
    return empty;
}

} // namespace

const OpDefinition op_reduce_scatter = {
    .infer = infer_reduce_scatter,
    .evaluate = evaluate_reduce_scatter,
    .form = CollectiveForm{.begin = begin_reduce_scatter, .finish = finish_reduce_scatter},
    .cost = Cost::Expensive,
    .collective = Collective::Joint};

} // namespace hlo2cpp
