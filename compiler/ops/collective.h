// Ops between replicas, of which there is one, number 0.
#pragma once

#include "ops/identity.h"

namespace hlo2cpp {

// Complains where the replica groups are not the one of replica 0.
void require_one_replica(const InferContext& context);
// The operands as they are, from one replica.
Shape infer_collective(const InferContext& context);
// The same, with one dimension along which the op splits or joins arrays; of one replica they stay whole, `declared`.
Shape infer_along_dimension(const InferContext& context, const Shape& declared);

} // namespace hlo2cpp
