// all-reduce: the fold of the operands of all members of the group by the computation, in the group's order
//
// Generated code folds them itself, so that all devices have the same bits, for every type and every computation:
//
//     few elements    all-gather, fold                     each device folds all of them
//     two members     swap, fold                           likewise, without a copy of its own
//     many            all-to-all, fold, all-gather         each folds its part, and gets the others'
#include <map>

#include "ops/collective.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"

namespace hlo2cpp {
namespace {

// Below this size one exchange of all elements is faster than two of parts, because latency dominates.
constexpr std::int64_t kFewBytes = 4096;

Shape infer_all_reduce(const InferContext& context) {
    require_groups(context);
    require_combiner(context);
    return infer_all(context);
}

Tensor evaluate_all_reduce(const EvaluateContext& context) {
    const Members all = members(context);
    std::vector<Tensor> results;
    for (std::size_t i = 0; i < context.operands.size(); ++i) results.push_back(combined(context, all, i));
    return all_of(std::move(results));
}

std::vector<Shape> operand_shapes(Expansion& e, const Expansion::Values& operands) {
    std::vector<Shape> shapes;
    for (const InstructionId operand : operands)
        shapes.push_back(Shape::array(e.shape_of(operand).type, e.shape_of(operand).dims));
    return shapes;
}

bool in_parts(const Shape& flat, std::int64_t members) {
    return flat.bytes() > kFewBytes && flat.dims[0] > members;
}

// Pairs in which the two members of each group send to each other.
std::vector<SourceTarget> swapped(const DeviceGroups& groups) {
    std::vector<SourceTarget> pairs;
    for (const std::vector<std::int64_t>& group : groups) {
        pairs.push_back({.source = group[0], .target = group[1]});
        pairs.push_back({.source = group[1], .target = group[0]});
    }
    return pairs;
}

// The arrays of this device and of the other one, combined in the order of their group.
InstructionId folded_pair(Expansion& e, const DeviceGroups& groups, InstructionId own, InstructionId theirs) {
    Tensor is_first(Shape::array(ElementType::Pred, {e.module().devices.count()}));
    for (const std::vector<std::int64_t>& group : groups) is_first.integers()(group[0]) = 1;
    const InstructionId first = e.element(e.constant(is_first), {device_number(e)});
    const InstructionId everywhere = e.broadcast(e.reshape(first, {}), e.shape_of(own).dims);
    const InstructionId left = e.select(everywhere, own, theirs), right = e.select(everywhere, theirs, own);
    return combine(e, e.called(0, false), left, right);
}

// [count] as [members, part], with undefined elements behind its last.
InstructionId in_equal_parts(Expansion& e, InstructionId flat, std::int64_t members) {
    const std::int64_t count = e.shape_of(flat).dims[0], part = (count + members - 1) / members;
    if (part * members > count) {
        const Shape rest = Shape::array(e.shape_of(flat).type, {part * members - count});
        flat = e.concatenate({flat, e.number(rest, 0)}, 0);
    }
    return e.reshape(flat, {members, part});
}

InstructionId start(Expansion& e, const DeviceGroups& groups, InstructionId flat) {
    const auto members = static_cast<std::int64_t>(groups[0].size());
    if (!in_parts(e.shape_of(flat), members)) return start_gather(e, groups, flat);
    if (members == 2) return start_permute(e, swapped(groups), flat); // as many bytes as in two parts
    const InstructionId parts = in_equal_parts(e, flat, members);
    return start_exchange(e, Exchange::AllToAll, groups, e.shape_of(parts), {parts});
}

// `count` is the number of elements of all operands together.
InstructionId folded(Expansion& e, const DeviceGroups& groups, InstructionId under_way, std::int64_t count) {
    if (exchange_of(e.builder()[under_way]) == Exchange::Permute) {
        const InstructionId own = e.builder()[under_way].operands[0];
        return folded_pair(e, groups, own, wait_for(e, under_way));
    }
    const InstructionId fold = fold_rows(e, wait_for(e, under_way));
    if (e.shape_of(fold).dims[0] == count) return fold; // all of them, not a part
    const std::int64_t padded = e.shape_of(fold).dims[0] * static_cast<std::int64_t>(groups[0].size());
    const InstructionId all = e.reshape(gather(e, groups, fold), {padded});
    return padded == count ? all : e.slice(all, 0, 0, count);
}

bool of_one_size(const DeviceGroups& groups) {
    return std::ranges::all_of(groups, [&](const auto& group) { return group.size() == groups[0].size(); });
}

std::int64_t size_of(const std::vector<std::int64_t>& group) {
    return static_cast<std::int64_t>(group.size());
}

// The number of devices in this device's group, s32[].
InstructionId own_group_size(Expansion& e, const DeviceGroups& groups) {
    Tensor sizes(Shape::array(ElementType::S32, {e.module().devices.count()}));
    for (const std::vector<std::int64_t>& group : groups)
        for (const std::int64_t device : group) sizes.integers()(device) = size_of(group);
    return e.element(e.constant(sizes), {device_number(e)});
}

// Groups of different sizes: each size has an exchange in a branch that only its devices take.
InstructionId reduced_by_size(Expansion& e, const DeviceGroups& groups, InstructionId flat) {
    const std::int64_t count = e.shape_of(flat).dims[0];
    const InstructionId own_size = own_group_size(e, groups);
    std::map<std::int64_t, DeviceGroups> by_size;
    for (const std::vector<std::int64_t>& group : groups) by_size[size_of(group)].push_back(group);
    by_size.erase(1);
    for (const auto& groups_of_size : by_size) {
        const DeviceGroups& same = groups_of_size.second;
        const InstructionId number =
            e.integer(Shape::scalar(ElementType::S32), static_cast<std::uint64_t>(groups_of_size.first));
        const auto reduced = [&](Expansion& inside, const Expansion::Values& arguments) {
            return Expansion::Values{folded(inside, same, start(inside, same, arguments[0]), count)};
        };
        flat = e.only_if(e.compare(ComparisonDirection::Eq, own_size, number), {flat}, {flat}, reduced)[0];
    }
    return flat;
}

Expansion::Values begin_all_reduce(Expansion& e) {
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    if (!of_one_size(groups)) return {};
    const Expansion::Values& operands = e.instruction().operands;
    if (std::ranges::none_of(operands, [&](InstructionId operand) { return is_exchanged(e, operand); })) return {};
    return {start(e, groups, packed(e, operands))};
}

Expansion::Values finish_all_reduce(Expansion& e, const Expansion::Values& under_way) {
    const DeviceGroups groups = device_groups(e.instruction(), e.module().devices);
    const Expansion::Values operands = e.instruction().operands;
    const std::vector<Shape> shapes = operand_shapes(e, operands);
    if (!of_one_size(groups)) return unpacked(e, reduced_by_size(e, groups, packed(e, operands)), shapes);
    if (under_way.empty()) return operands;
    std::int64_t count = 0;
    for (const Shape& shape : shapes) count += shape.elements();
    return unpacked(e, folded(e, groups, under_way[0], count), shapes);
}

} // namespace

const OpDefinition op_all_reduce = {.infer = infer_all_reduce,
                                    .evaluate = evaluate_all_reduce,
                                    .form = CollectiveForm{.begin = begin_all_reduce, .finish = finish_all_reduce},
                                    .cost = Cost::Expensive,
                                    .collective = Collective::Joint};

} // namespace hlo2cpp
