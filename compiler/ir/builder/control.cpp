#include "ir/builder/control.h"

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "support/diagnostics.h"

namespace hlo2cpp::builder {
namespace {

Op the_call(Builder& builder, Opcode opcode, std::vector<ComputationId> called, const Ops& operands) {
    return builder.AddInstruction({.opcode = opcode, .called = std::move(called)}, operands);
}

Op custom_call(Builder& builder, const Ops& operands, const Shape& shape, Attributes attributes) {
    return builder.AddInstruction({.opcode = Opcode::CustomCall, .shape = shape, .attributes = std::move(attributes)},
                                  operands);
}

// Token that the next operation of this kind follows, if it has none of its own.
Op token_before(Builder& builder, Opcode opcode) {
    const Op last = builder.last_token(opcode);
    return last.valid() ? last : CreateToken(builder);
}

// Takes the data of a pair of data and token; the next operation of this kind follows the token.
Op data_before(Op data_and_token, Opcode opcode) {
    data_and_token.builder().last_token(opcode) = GetTupleElement(data_and_token, 1);
    return GetTupleElement(data_and_token, 0);
}

Shape with_token(const Shape& shape) {
    return Shape::tuple_of({shape, Shape::token()});
}

void require_one(const char* what, std::int64_t count) {
    if (count != 1)
        throw InputError(std::string(what) + " must be 1, since there is one replica, found " + std::to_string(count));
}

Op collective(Opcode opcode, const Ops& operands, Attributes attributes, std::vector<ComputationId> called = {}) {
    if (operands.empty()) throw InputError("a collective operation needs an operand");
    return operands[0].builder().AddInstruction(
        {.opcode = opcode, .called = std::move(called), .attributes = std::move(attributes)}, operands);
}

Op random(Builder& builder, RandomDistribution distribution, const Shape& shape, const Ops& parameters) {
    return builder.AddInstruction(
        {.opcode = Opcode::Rng, .shape = shape, .attributes = {.random_distribution = distribution}}, parameters);
}

} // namespace

Op Call(Builder& builder, ComputationId computation, const Ops& operands) {
    return the_call(builder, Opcode::Call, {computation}, operands);
}

Op CompositeCall(Builder& builder, ComputationId computation, const Ops& operands, const std::string& name) {
    return builder.AddInstruction({.name = name, .opcode = Opcode::Call, .called = {computation}}, operands);
}

Op While(ComputationId condition, ComputationId body, Op init) {
    return the_call(init.builder(), Opcode::While, {condition, body}, {init});
}

Op Conditional(Op predicate, Op true_operand, ComputationId true_computation, Op false_operand,
               ComputationId false_computation) {
    return Conditional(predicate, {true_computation, false_computation}, {true_operand, false_operand});
}

Op Conditional(Op branch_index, const std::vector<ComputationId>& branch_computations, const Ops& branch_operands) {
    Ops operands = {branch_index};
    operands.insert(operands.end(), branch_operands.begin(), branch_operands.end());
    return the_call(branch_index.builder(), Opcode::Conditional, branch_computations, operands);
}

Op OptimizationBarrier(Op operand) {
    return operand.builder().AddInstruction({.opcode = Opcode::OptBarrier}, {operand});
}

Op CustomCall(Builder& builder, const std::string& call_target_name, const Ops& operands, const Shape& shape,
              const std::string& opaque, bool has_side_effect, std::int64_t api_version) {
    return CustomCallWithLayout(builder, call_target_name, operands, shape, {}, opaque, has_side_effect, api_version);
}

Op CustomCallWithLayout(Builder& builder, const std::string& call_target_name, const Ops& operands,
                        const Shape& shape_with_layout, const std::vector<Shape>& operand_shapes_with_layout,
                        const std::string& opaque, bool has_side_effect, std::int64_t api_version) {
    return custom_call(builder, operands, shape_with_layout,
                       {.custom_call_target = call_target_name,
                        .custom_call_opaque = opaque,
                        .api_version = api_version,
                        .has_side_effect = has_side_effect,
                        .operand_shapes = operand_shapes_with_layout});
}

Op CreateToken(Builder& builder) {
    return AfterAll(builder, {});
}

Op AfterAll(Builder& builder, const Ops& tokens) {
    return builder.AddInstruction({.opcode = Opcode::AfterAll}, tokens);
}

Op Infeed(Builder& builder, const Shape& shape) {
    return data_before(InfeedWithToken(token_before(builder, Opcode::Infeed), shape), Opcode::Infeed);
}

Op InfeedWithToken(Op token, const Shape& shape) {
    return token.builder().AddInstruction({.opcode = Opcode::Infeed, .shape = with_token(shape)}, {token});
}

void Outfeed(Op operand, const Shape& shape_with_layout) {
    Builder& builder = operand.builder();
    builder.last_token(Opcode::Outfeed) =
        OutfeedWithToken(operand, token_before(builder, Opcode::Outfeed), shape_with_layout);
}

Op OutfeedWithToken(Op operand, Op token, const Shape& shape_with_layout) {
    if (!same_shape(operand.shape(), shape_with_layout))
        throw InputError("an outfeed of " + to_string(operand.shape()) + " cannot give " +
                         to_string(shape_with_layout));
    return operand.builder().AddInstruction({.opcode = Opcode::Outfeed}, {operand, token});
}

void Send(Op operand, std::int64_t channel_id) {
    Builder& builder = operand.builder();
    builder.last_token(Opcode::Send) = SendWithToken(operand, token_before(builder, Opcode::Send), channel_id);
}

Op SendWithToken(Op operand, Op token, std::int64_t channel_id) {
    const Attributes channel = {.channel_id = channel_id};
    const Op send = operand.builder().AddInstruction({.opcode = Opcode::Send, .attributes = channel}, {operand, token});
    return operand.builder().AddInstruction({.opcode = Opcode::SendDone, .attributes = channel}, {send});
}

Op Recv(Builder& builder, const Shape& shape, std::int64_t channel_id) {
    return data_before(RecvWithToken(token_before(builder, Opcode::Recv), shape, channel_id), Opcode::Recv);
}

Op RecvWithToken(Op token, const Shape& shape, std::int64_t channel_id) {
    const Attributes channel = {.channel_id = channel_id};
    const Shape context = Shape::tuple_of({shape, Shape::scalar(ElementType::U32), Shape::token()});
    const Op recv =
        token.builder().AddInstruction({.opcode = Opcode::Recv, .shape = context, .attributes = channel}, {token});
    return token.builder().AddInstruction({.opcode = Opcode::RecvDone, .attributes = channel}, {recv});
}

Op AllGather(Op operand, std::int64_t all_gather_dimension, std::int64_t shard_count,
             const ReplicaGroups& replica_groups) {
    require_one("shard_count", shard_count);
    return collective(Opcode::AllGather, {operand},
                      {.dimensions = {all_gather_dimension}, .replica_groups = replica_groups});
}

Op AllReduce(Op operand, ComputationId computation, const ReplicaGroups& replica_groups) {
    return collective(Opcode::AllReduce, {operand}, {.replica_groups = replica_groups}, {computation});
}

Op AllReduceTuple(const Ops& operands, ComputationId computation, const ReplicaGroups& replica_groups) {
    return collective(Opcode::AllReduce, operands, {.replica_groups = replica_groups}, {computation});
}

Op AllToAll(Op operand, std::int64_t split_dimension, std::int64_t concat_dimension, std::int64_t split_count,
            const ReplicaGroups& replica_groups) {
    require_one("split_count", split_count);
    if (concat_dimension < 0 || concat_dimension >= static_cast<std::int64_t>(operand.shape().rank()))
        throw InputError(to_string(operand.shape()) + " has no dimension " + std::to_string(concat_dimension));
    return collective(Opcode::AllToAll, {operand},
                      {.dimensions = {split_dimension},
                       .replica_groups = replica_groups.empty() ? ReplicaGroups{{0}} : replica_groups});
}

Op CollectiveBroadcast(Op operand, const ReplicaGroups& replica_groups) {
    return collective(Opcode::CollectiveBroadcast, {operand}, {.replica_groups = replica_groups});
}

Op CollectivePermute(Op operand, const std::vector<SourceTarget>& source_target_pairs) {
    return collective(Opcode::CollectivePermute, {operand}, {.source_target_pairs = source_target_pairs});
}

Op CrossReplicaSum(Op operand, const ReplicaGroups& replica_groups) {
    const Shape scalar = Shape::scalar(operand.shape().type);
    const std::unique_ptr<Builder> inside = operand.builder().CreateSubBuilder("sum");
    const Op x = Parameter(*inside, 0, scalar, "x"), y = Parameter(*inside, 1, scalar, "y");
    const ComputationId sum = inside->BuildSubComputation(is_pred(scalar.type) ? Or(x, y) : Add(x, y));
    return AllReduce(operand, sum, replica_groups);
}

Op ReduceScatter(Op operand, ComputationId computation, std::int64_t scatter_dimension, std::int64_t shard_count,
                 const ReplicaGroups& replica_groups) {
    require_one("shard_count", shard_count);
    return collective(Opcode::ReduceScatter, {operand},
                      {.dimensions = {scatter_dimension}, .replica_groups = replica_groups}, {computation});
}

Op PartitionId(Builder& builder) {
    return builder.AddInstruction({.opcode = Opcode::PartitionId}, {});
}

Op ReplicaId(Builder& builder) {
    return builder.AddInstruction({.opcode = Opcode::ReplicaId}, {});
}

Op RngNormal(Op mu, Op sigma, const Shape& shape) {
    return random(mu.builder(), RandomDistribution::Normal, shape, {mu, sigma});
}

Op RngUniform(Op a, Op b, const Shape& shape) {
    return random(a.builder(), RandomDistribution::Uniform, shape, {a, b});
}

Op RngBernoulli(Op mean, const Shape& shape) {
    return random(mean.builder(), RandomDistribution::Bernoulli, Shape::array(ElementType::U32, shape.dims), {mean});
}

Op RngBitGenerator(RandomAlgorithm algorithm, Op initial_state, const Shape& shape) {
    return initial_state.builder().AddInstruction({.opcode = Opcode::RngBitGenerator,
                                                   .shape = Shape::tuple_of({initial_state.shape(), shape}),
                                                   .attributes = {.random_algorithm = algorithm}},
                                                  {initial_state});
}

Op RngGetAndUpdateState(Builder& builder, std::int64_t delta, const Shape& shape) {
    const Op state =
        builder.AddInstruction({.opcode = Opcode::RngGetAndUpdateState, .attributes = {.delta = delta}}, {});
    if (!same_shape(state.shape(), shape))
        throw InputError("the state of the random numbers is " + to_string(state.shape()) + ", not " +
                         to_string(shape));
    return state;
}

} // namespace hlo2cpp::builder
