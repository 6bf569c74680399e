// Collectives: operations of several devices together.
#include <algorithm>
#include <array>

#include "ir/builder/arrays.h"
#include "ir/builder/control.h"
#include "read/stablehlo/to_module/functions.h"
#include "read/stablehlo/to_module/rules.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

// Rows of replica_groups, where -1 fills up the shorter ones.
std::vector<Sizes> groups_of(const OpContext& context) {
    const Attribute* attribute = context.operation().attributes.find("replica_groups");
    if (attribute == nullptr) return {};
    const auto* groups = attribute->get<Integers>();
    if (groups == nullptr) context.fail("its replica_groups must be lists of devices");
    if (groups->dims.size() != 2) context.fail("its replica_groups must have two dimensions");
    std::vector<Sizes> rows;
    const auto columns = static_cast<std::size_t>(groups->dims[1]);
    for (std::size_t i = 0; columns > 0 && i < groups->values.size(); ++i) {
        if (i % columns == 0) rows.emplace_back();
        if (groups->values[i] >= 0) rows.back().push_back(groups->values[i]);
    }
    return rows;
}

Attributes collective_attributes(const OpContext& context) {
    return {.replica_groups = groups_of(context),
            .channel_id = context.integer("channel_id", 0),
            .use_global_device_ids = context.flag("use_global_device_ids")};
}

// Shapes of the results, which are a tuple where there are several.
Shape declared(const OpContext& context) {
    const std::vector<Shape> shapes = context.result_shapes();
    return shapes.size() == 1 ? shapes[0] : Shape::tuple_of(shapes);
}

Ops collective(const OpContext& context, Opcode opcode, Attributes attributes, std::vector<ComputationId> called = {}) {
    const Op result = context.builder().AddDeclared({.opcode = opcode,
                                                     .shape = declared(context),
                                                     .called = std::move(called),
                                                     .attributes = std::move(attributes)},
                                                    context.operands());
    return unpack(result, context.operation().results.size());
}

ComputationId combiner(const OpContext& context) {
    const Shape scalar = Shape::scalar(context.operand(0).shape().type);
    return context.region(0, {scalar, scalar});
}

Ops convert_all_reduce(const OpContext& context) {
    return collective(context, Opcode::AllReduce, collective_attributes(context), {combiner(context)});
}

Ops convert_reduce_scatter(const OpContext& context) {
    Attributes attributes = collective_attributes(context);
    attributes.dimensions = {context.integer("scatter_dimension", 0)};
    return collective(context, Opcode::ReduceScatter, std::move(attributes), {combiner(context)});
}

Ops convert_all_gather(const OpContext& context) {
    Attributes attributes = collective_attributes(context);
    attributes.dimensions = {context.integer("all_gather_dim", 0)};
    return collective(context, Opcode::AllGather, std::move(attributes));
}

// The parts of the operand along split_dimension, one from each device, joined along concat_dimension. HLO's has one
// dimension for both.
Op all_to_all(const OpContext& context, Op operand) {
    const std::int64_t split = context.integer("split_dimension", 0), concat = context.integer("concat_dimension", 0),
                       count = context.integer("split_count");
    const Sizes dims = operand.shape().dims;
    const auto rank = static_cast<std::int64_t>(dims.size());
    if (split < 0 || concat < 0 || split >= rank || concat >= rank || count < 1 ||
        dims[static_cast<std::size_t>(split)] % count != 0)
        context.fail("its split_dimension, concat_dimension and split_count do not fit its operand");
    Attributes attributes = collective_attributes(context);
    attributes.dimensions = {split};
    const Op exchanged = context.builder().AddDeclared(
        {.opcode = Opcode::AllToAll, .shape = operand.shape(), .attributes = attributes}, {operand});
    if (split == concat) return exchanged;
    // The parts, a dimension of their own, go in front of the dimension that they make longer.
    Sizes parts = dims;
    parts[static_cast<std::size_t>(split)] /= count;
    parts.insert(parts.begin() + split, count);
    const Op apart = Reshape(exchanged, parts);
    Sizes order;
    for (std::int64_t i = 0; i <= rank; ++i)
        if (i != split) order.push_back(i);
    const std::int64_t place = std::ranges::find(order, concat < split ? concat : concat + 1) - order.begin();
    order.insert(order.begin() + place, split);
    Sizes joined = dims;
    joined[static_cast<std::size_t>(split)] /= count;
    joined[static_cast<std::size_t>(concat)] *= count;
    return Reshape(Transpose(apart, order), joined);
}

Ops convert_all_to_all(const OpContext& context) {
    Ops results;
    for (const Op operand : context.operands()) results.push_back(all_to_all(context, operand));
    return results;
}

Ops convert_collective_broadcast(const OpContext& context) {
    return collective(context, Opcode::CollectiveBroadcast, collective_attributes(context));
}

Ops convert_collective_permute(const OpContext& context) {
    Attributes attributes{.channel_id = context.integer("channel_id", 0)};
    for (const Sizes& pair : context.rows("source_target_pairs", 2))
        attributes.source_target_pairs.push_back({.source = pair[0], .target = pair[1]});
    return collective(context, Opcode::CollectivePermute, std::move(attributes));
}

// The sum over the replicas.
Ops convert_cross_replica_sum(const OpContext& context) {
    context.require(1);
    const Shape scalar = Shape::scalar(context.operand(0).shape().type);
    Conversion& conversion = context.conversion();
    const ComputationId add = conversion.nested("sum", [&] {
        return sum(Parameter(conversion.builder(), 0, scalar, "a"), Parameter(conversion.builder(), 1, scalar, "b"));
    });
    return collective(context, Opcode::AllReduce, collective_attributes(context), {add});
}

Ops convert_partition_id(const OpContext& context) {
    return {PartitionId(context.builder())};
}

Ops convert_replica_id(const OpContext& context) {
    return {ReplicaId(context.builder())};
}

constexpr auto kDeviceRules = std::to_array<Rule>({
    {"stablehlo.all_gather", convert_all_gather},
    {"stablehlo.all_reduce", convert_all_reduce},
    {"stablehlo.all_to_all", convert_all_to_all},
    {"stablehlo.collective_broadcast", convert_collective_broadcast},
    {"stablehlo.collective_permute", convert_collective_permute},
    {"stablehlo.cross-replica-sum", convert_cross_replica_sum},
    {"stablehlo.partition_id", convert_partition_id},
    {"stablehlo.reduce_scatter", convert_reduce_scatter},
    {"stablehlo.replica_id", convert_replica_id},
});

} // namespace

std::span<const Rule> device_rules() {
    return kDeviceRules;
}

} // namespace hlo2cpp::stablehlo
