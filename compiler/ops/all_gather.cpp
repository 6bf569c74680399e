// all-gather: the operands of all members of the group, one after the other along a dimension
#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"

namespace hlo2cpp {
namespace {

Shape infer_all_gather(const InferContext& context) {
    const std::int64_t members = require_group_size(context);
    return infer_along(context, [&](std::int64_t size) { return size * members; });
}

Tensor evaluate_all_gather(const EvaluateContext& context) {
    const Members all = members(context);
    const auto dimension = static_cast<std::size_t>(context.attributes().dimensions[0]);
    std::vector<Tensor> results;
    for (std::size_t i = 0; i < context.operands.size(); ++i) {
        std::vector<Tensor> parts;
        for (const std::vector<Tensor>& operands : all.operands) parts.push_back(operands[i]);
        results.push_back(joined_along(parts, dimension));
    }
    return all_of(std::move(results));
}

Expansion::Values begin_all_gather(Expansion& e) {
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    Expansion::Values under_way;
    for (const InstructionId operand : e.instruction().operands)
        if (is_exchanged(e, operand)) under_way.push_back(start_gather(e, groups, operand));
    return under_way;
}

Expansion::Values finish_all_gather(Expansion& e, const Expansion::Values& under_way) {
    const auto dimension = static_cast<std::size_t>(e.attributes().dimensions[0]);
    const auto members = static_cast<std::int64_t>(group_size(e.instruction(), e.module().devices));
    Expansion::Values results;
    std::size_t next = 0;
    for (const InstructionId operand : e.instruction().operands) {
        Shape result = Shape::array(e.shape_of(operand).type, e.shape_of(operand).dims);
        result.dims[dimension] *= members;
        if (is_exchanged(e, operand))
            results.push_back(parts_along(e, wait_for(e, under_way[next++]), dimension));
        else
            results.push_back(members == 1 ? operand : e.number(result, 0)); // without elements
    }
    return results;
}

} // namespace

const OpDefinition op_all_gather = {.infer = infer_all_gather,
                                    .evaluate = evaluate_all_gather,
                                    .form = CollectiveForm{.begin = begin_all_gather, .finish = finish_all_gather},
                                    .cost = Cost::Expensive,
                                    .collective = Collective::Joint};

} // namespace hlo2cpp
