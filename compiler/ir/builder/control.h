// Operations that call computations, talk to other devices or to the host, or draw random numbers.
#pragma once

#include "ir/builder/builder.h"

namespace hlo2cpp::builder {

Op Call(Builder& builder, ComputationId computation, const Ops& operands);
// A call of the computation of the operation of this name.
Op CompositeCall(Builder& builder, ComputationId computation, const Ops& operands, const std::string& name);
Op While(ComputationId condition, ComputationId body, Op init);
Op Conditional(Op predicate, Op true_operand, ComputationId true_computation, Op false_operand,
               ComputationId false_computation);
Op Conditional(Op branch_index, const std::vector<ComputationId>& branch_computations, const Ops& branch_operands);
Op OptimizationBarrier(Op operand);

// extern "C" void call_target_name(void* out, void** in)
Op CustomCall(Builder& builder, const std::string& call_target_name, const Ops& operands, const Shape& shape,
              const std::string& opaque = {}, bool has_side_effect = false, std::int64_t api_version = 1);
Op CustomCallWithLayout(Builder& builder, const std::string& call_target_name, const Ops& operands,
                        const Shape& shape_with_layout, const std::vector<Shape>& operand_shapes_with_layout,
                        const std::string& opaque = {}, bool has_side_effect = false, std::int64_t api_version = 1);

// Tokens order operations with effects. Without one, infeeds follow each other in the order of the calls, and so do
// outfeeds, sends and recvs.
Op CreateToken(Builder& builder);
Op AfterAll(Builder& builder, const Ops& tokens);
Op Infeed(Builder& builder, const Shape& shape);
Op InfeedWithToken(Op token, const Shape& shape); // the data and a token
void Outfeed(Op operand, const Shape& shape_with_layout);
Op OutfeedWithToken(Op operand, Op token, const Shape& shape_with_layout); // a token
void Send(Op operand, std::int64_t channel_id);
Op SendWithToken(Op operand, Op token, std::int64_t channel_id); // a token
Op Recv(Builder& builder, const Shape& shape, std::int64_t channel_id);
Op RecvWithToken(Op token, const Shape& shape, std::int64_t channel_id); // the data and a token

using ReplicaGroups = std::vector<std::vector<std::int64_t>>; // empty: all replicas
Op AllGather(Op operand, std::int64_t all_gather_dimension, std::int64_t shard_count,
             const ReplicaGroups& replica_groups = {});
Op AllReduce(Op operand, ComputationId computation, const ReplicaGroups& replica_groups = {});
Op AllReduceTuple(const Ops& operands, ComputationId computation, const ReplicaGroups& replica_groups = {});
Op AllToAll(Op operand, std::int64_t split_dimension, std::int64_t concat_dimension, std::int64_t split_count,
            const ReplicaGroups& replica_groups = {});
Op CollectiveBroadcast(Op operand, const ReplicaGroups& replica_groups);
Op CollectivePermute(Op operand, const std::vector<SourceTarget>& source_target_pairs);
Op CrossReplicaSum(Op operand, const ReplicaGroups& replica_groups = {});
Op ReduceScatter(Op operand, ComputationId computation, std::int64_t scatter_dimension, std::int64_t shard_count,
                 const ReplicaGroups& replica_groups = {});
Op PartitionId(Builder& builder);
Op ReplicaId(Builder& builder);

Op RngNormal(Op mu, Op sigma, const Shape& shape);
Op RngUniform(Op a, Op b, const Shape& shape); // in [a, b)
Op RngBernoulli(Op mean, const Shape& shape);  // 1 as often as `mean` says, else 0; u32
Op RngBitGenerator(RandomAlgorithm algorithm, Op initial_state, const Shape& shape); // the next state and the bits
Op RngGetAndUpdateState(Builder& builder, std::int64_t delta, const Shape& shape);

} // namespace hlo2cpp::builder
