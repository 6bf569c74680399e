#include "ops/exchange.h"

#include <algorithm>

#include "evaluate/host_data.h"
#include "evaluate/tensor.h"
#include "ops/collective.h"
#include "ops/infer_checks.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

InstructionId exchange_call(Expansion& e, Exchange exchange, Shape result, Expansion::Values operands) {
    const InstructionId call = e.builder().apply(Opcode::CustomCall, std::move(result), std::move(operands));
    Attributes& attributes = e.builder()[call].attributes;
    attributes.custom_call_target = target_of(exchange);
    attributes.has_side_effect = exchange != Exchange::Device;
    return call;
}

std::int64_t this_device(const EvaluateContext& context) {
    return context.host == nullptr ? 0 : context.host->device();
}

// Concatenates the operands, or this device's parts of them, of the devices in this device's group.
Tensor evaluate_grouped(const EvaluateContext& context, Exchange exchange) {
    const Members all = members(context);
    const std::size_t count = all.operands.size();
    if (exchange == Exchange::Broadcast) return count == 0 ? Tensor(context.shape()) : all.operands[0][0];
    Tensor result(context.shape());
    const std::int64_t part = result.elements() / static_cast<std::int64_t>(std::max<std::size_t>(count, 1));
    for (std::size_t m = 0; m < count; ++m) {
        const std::int64_t from = exchange == Exchange::AllToAll ? static_cast<std::int64_t>(all.place) * part : 0;
        for (std::int64_t i = 0; i < part; ++i)
            result.copy_element(static_cast<std::int64_t>(m) * part + i, all.operands[m][0], from + i);
    }
    return result;
}

// Copies rows from each member; the receiver has the places where they go, in the order of members.
Tensor evaluate_ragged(const EvaluateContext& context) {
    const Members all = members(context);
    Tensor result = context.operand(1);
    const std::int64_t rows = result.shape.dims.empty() ? 1 : result.shape.dims[0];
    const std::int64_t row = rows == 0 ? 0 : result.elements() / rows;
    for (std::size_t m = 0; m < all.operands.size(); ++m) {
        const std::vector<Tensor>& theirs = all.operands[m];
        const auto place = static_cast<std::int64_t>(all.place), member = static_cast<std::int64_t>(m);
        const std::int64_t from = theirs[2].integers()(place), count = theirs[3].integers()(place);
        const std::int64_t to = context.operand(4).integers()(member);
        if (count != context.operand(5).integers()(member))
            throw InputError("device " + std::to_string(this_device(context)) +
                             " expects another number of rows than it is sent");
        for (std::int64_t i = 0; i < count * row; ++i) result.copy_element(to * row + i, theirs[0], from * row + i);
    }
    return result;
}

// Groups in a branch that few devices take: only those devices, in groups of one size.
std::int64_t group_members(const InferContext& context) {
    require_groups(context, false);
    const DeviceGroups& groups = context.attributes().replica_groups;
    context.require(!groups.empty(), "it names no devices");
    for (const std::vector<std::int64_t>& group : groups)
        context.require(!group.empty() && group.size() == groups[0].size(), "its replica_groups must have one size");
    return static_cast<std::int64_t>(groups[0].size());
}

Shape infer_gathered(const InferContext& context, std::int64_t members) {
    std::vector<std::int64_t> dims = context.array_operand(0).dims;
    dims.insert(dims.begin(), members);
    return inferred_array(context, context.array_operand(0).type, std::move(dims));
}

Shape infer_ragged(const InferContext& context, std::int64_t members) {
    context.require_operands(6);
    const Shape &rows = context.array_operand(0), &into = context.array_operand(1);
    context.require(rows.type == into.type && rows.rank() > 0 && rows.rank() == into.rank() &&
                        std::equal(rows.dims.begin() + 1, rows.dims.end(), into.dims.begin() + 1),
                    "its first two operands must be arrays of equal rows");
    context.require(rows.elements() > 0 && into.elements() > 0, "its first two operands must have elements");
    for (std::size_t i = 2; i < 6; ++i)
        context.require(same_shape(context.operand(i), Shape::array(ElementType::S32, {members})),
                        "operand " + std::to_string(i) + " must have a number for each device of the group");
    return Shape::array(into.type, into.dims);
}

Shape infer_wait(const InferContext& context) {
    context.require(context.operand_count() > 0, "it must wait for an exchange");
    const std::vector<InstructionId>& operands = context.instruction.operands;
    const Instruction& start = context.computation[operands[0]];
    context.require(starts(exchange_of(start)), "its operand must be an exchange that is under way");
    context.require(std::ranges::equal(std::span(operands).subspan(1), start.operands),
                    "its other operands must be those of the exchange");
    return start.shape;
}

} // namespace

InstructionId device_number(Expansion& e) {
    const std::int64_t known = e.module().devices.device;
    if (known >= 0) return e.integer(Shape::scalar(ElementType::U32), static_cast<std::uint64_t>(known));
    return exchange_call(e, Exchange::Device, Shape::scalar(ElementType::U32), {});
}

InstructionId start_exchange(Expansion& e, Exchange exchange, const DeviceGroups& groups, Shape result,
                             Expansion::Values operands) {
    const InstructionId call = exchange_call(e, exchange, std::move(result), std::move(operands));
    e.builder()[call].attributes.replica_groups = groups;
    return call;
}

InstructionId start_permute(Expansion& e, std::vector<SourceTarget> pairs, InstructionId operand) {
    const Shape shape = Shape::array(e.shape_of(operand).type, e.shape_of(operand).dims);
    const InstructionId call = exchange_call(e, Exchange::Permute, shape, {operand});
    e.builder()[call].attributes.source_target_pairs = std::move(pairs);
    return call;
}

InstructionId wait_for(Expansion& e, InstructionId under_way) {
    Expansion::Values operands = {under_way};
    const Expansion::Values& own = e.builder()[under_way].operands;
    operands.insert(operands.end(), own.begin(), own.end());
    return exchange_call(e, Exchange::Wait, e.shape_of(under_way), std::move(operands));
}

InstructionId start_gather(Expansion& e, const DeviceGroups& groups, InstructionId array) {
    Shape result = Shape::array(e.shape_of(array).type, e.shape_of(array).dims);
    result.dims.insert(result.dims.begin(), static_cast<std::int64_t>(groups[0].size()));
    return start_exchange(e, Exchange::AllGather, groups, std::move(result), {array});
}

InstructionId gather(Expansion& e, const DeviceGroups& groups, InstructionId array) {
    return wait_for(e, start_gather(e, groups, array));
}

Shape infer_exchange(const InferContext& context) {
    context.require(context.module.devices.count() > 1, "it exchanges data with other devices, and there are none");
    const Exchange exchange = exchange_of(context.instruction);
    if (exchange == Exchange::Wait) return infer_wait(context);
    if (exchange == Exchange::Device) {
        context.require_operands(0);
        return Shape::scalar(ElementType::U32);
    }
    if (exchange == Exchange::AllToAllRagged) return infer_ragged(context, group_members(context));
    context.require_operands(1);
    const Shape& array = context.array_operand(0);
    if (exchange == Exchange::Permute)
        require_pairs(context);
    else if (exchange == Exchange::Broadcast)
        require_groups(context, false);
    else if (exchange == Exchange::AllGather)
        return infer_gathered(context, group_members(context));
    else
        context.require(array.rank() > 0 && array.dims[0] == group_members(context),
                        "its operand must have a part for each device of the group");
    return Shape::array(array.type, array.dims);
}

Tensor evaluate_exchange(const EvaluateContext& context) {
    const Exchange exchange = exchange_of(context.instruction);
    if (exchange == Exchange::Wait) return context.take(0);
    if (exchange == Exchange::AllToAllRagged) return evaluate_ragged(context);
    if (starts(exchange) && exchange != Exchange::Permute) return evaluate_grouped(context, exchange);
    Tensor result(context.shape());
    const std::int64_t device = this_device(context);
    if (exchange == Exchange::Device) {
        result.integers()(0) = device;
        return result;
    }
    return transferred(context, context.attributes().source_target_pairs)[0];
}

} // namespace hlo2cpp
