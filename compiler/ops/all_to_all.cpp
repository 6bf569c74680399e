// all-to-all: part i of the result is part j of the operand of the group's member i, where j is the place of this
// device; the parts lie along a dimension, or are operands
#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"

namespace hlo2cpp {
namespace {

bool has_tuple(const Attributes& attributes) {
    return attributes.dimensions.empty();
}

Shape infer_all_to_all(const InferContext& context) {
    const std::int64_t members = require_group_size(context);
    if (!has_tuple(context.attributes())) {
        context.require_operands(1);
        return infer_along(context, [&](std::int64_t size) {
            if (size % members != 0)
                context.fail("it cuts " + std::to_string(size) + " elements into the parts of " +
                             std::to_string(members) + " devices, which are no whole numbers of elements");
            return size;
        });
    }
    context.require_operands(static_cast<std::size_t>(members));
    for (std::size_t i = 1; i < context.operand_count(); ++i)
        context.require(same_shape(context.array_operand(i), context.array_operand(0)),
                        "its operands must have one shape");
    return Shape::tuple_of(std::vector<Shape>(context.operand_count(), context.array_operand(0)));
}

Tensor evaluate_all_to_all(const EvaluateContext& context) {
    const Members all = members(context);
    const std::size_t count = all.operands.size();
    std::vector<Tensor> parts;
    for (const std::vector<Tensor>& operands : all.operands)
        parts.push_back(has_tuple(context.attributes())
                            ? operands[all.place]
                            : part_along(operands[0], static_cast<std::size_t>(context.attributes().dimensions[0]),
                                         all.place, count));
    if (!has_tuple(context.attributes()))
        return joined_along(parts, static_cast<std::size_t>(context.attributes().dimensions[0]));
    Tensor tuple(context.shape());
    tuple.tuple = std::move(parts);
    return tuple;
}

Expansion::Values begin_all_to_all(Expansion& e) {
    if (!is_exchanged(e, e.operand(0))) return {};
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    const auto members = static_cast<std::int64_t>(groups[0].size());
    InstructionId parts;
    if (has_tuple(e.attributes())) {
        const InstructionId flat = packed(e, e.instruction().operands);
        parts = e.reshape(flat, {members, e.shape_of(flat).dims[0] / members});
    } else {
        parts = parts_in_front(e, e.operand(0), static_cast<std::size_t>(e.attributes().dimensions[0]), members);
    }
    return {start_exchange(e, Exchange::AllToAll, groups, e.shape_of(parts), {parts})};
}

Expansion::Values finish_all_to_all(Expansion& e, const Expansion::Values& under_way) {
    if (under_way.empty()) return e.instruction().operands;
    const InstructionId parts = wait_for(e, under_way[0]);
    if (!has_tuple(e.attributes()))
        return {parts_along(e, parts, static_cast<std::size_t>(e.attributes().dimensions[0]))};
    const Shape shape = Shape::array(e.shape_of(e.operand(0)).type, e.shape_of(e.operand(0)).dims);
    return unpacked(e, e.reshape(parts, {e.shape_of(parts).elements()}),
                    std::vector<Shape>(e.instruction().operands.size(), shape));
}

} // namespace

const OpDefinition op_all_to_all = {.infer = infer_all_to_all,
                                    .evaluate = evaluate_all_to_all,
                                    .form = CollectiveForm{.begin = begin_all_to_all, .finish = finish_all_to_all},
                                    .cost = Cost::Expensive,
                                    .collective = Collective::Separate};

} // namespace hlo2cpp
