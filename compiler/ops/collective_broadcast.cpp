// collective-broadcast: the operands of the first member of the group; zeros on a device in no group
#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"

namespace hlo2cpp {
namespace {

Shape infer_collective_broadcast(const InferContext& context) {
    require_groups(context, false);
    return infer_all(context);
}

Tensor evaluate_collective_broadcast(const EvaluateContext& context) {
    Members all = members(context);
    return all_of(all.operands.empty() ? zeros_as_operands(context) : std::move(all.operands[0]));
}

Expansion::Values begin_collective_broadcast(Expansion& e) {
    if (e.module().devices.count() <= 1) return {};
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    Expansion::Values under_way;
    for (const InstructionId operand : e.instruction().operands)
        under_way.push_back(start_exchange(e, Exchange::Broadcast, groups,
                                           Shape::array(e.shape_of(operand).type, e.shape_of(operand).dims),
                                           {operand}));
    return under_way;
}

Expansion::Values finish_collective_broadcast(Expansion& e, const Expansion::Values& under_way) {
    if (under_way.empty()) return e.instruction().operands;
    Expansion::Values results;
    for (const InstructionId one : under_way) results.push_back(wait_for(e, one));
    return results;
}

} // namespace

const OpDefinition op_collective_broadcast = {
    .infer = infer_collective_broadcast,
    .evaluate = evaluate_collective_broadcast,
    .form = CollectiveForm{.begin = begin_collective_broadcast, .finish = finish_collective_broadcast},
    .cost = Cost::Expensive,
    .collective = Collective::Separate};

} // namespace hlo2cpp
