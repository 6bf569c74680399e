// Helpers that the operations share.
#pragma once

#include "ir/builder/arrays.h"
#include "ir/builder/contractions.h"
#include "ir/builder/elementwise.h"
#include "ir/builder/folds.h"
#include "read/nnef/operation.h"

namespace hlo2cpp::nnef {

inline std::size_t index(std::int64_t i) {
    return static_cast<std::size_t>(i);
}
inline std::int64_t rank_of(Op x) {
    return static_cast<std::int64_t>(x.shape().rank());
}
inline const Sizes& extents_of(Op x) {
    return x.shape().dims;
}
std::int64_t product(const Sizes& extents);
Sizes iota(std::int64_t count, std::int64_t first = 0); // first, first + 1, ...

// Extents to which all can be broadcast: dimensions are aligned at the first one, and those that are missing are 1.
Sizes broadcast_extents(const OperationCall& call, const Ops& tensors);
// Broadcasts a tensor to these extents; a scalar stays a scalar.
Op broadcast(Op tensor, const Sizes& extents);
// Broadcasts a tensor to these extents, scalars included.
Op broadcast_whole(Op tensor, const Sizes& extents);

Op zeros(const OperationCall& call, ElementType type, const Sizes& extents);
// Numbers along dimension `axis` of a tensor of this rank, whose other extents are 1.
Op along(const OperationCall& call, const std::vector<float>& numbers, std::int64_t axis, std::int64_t rank);
Op indices(const OperationCall& call, const std::vector<std::int32_t>& numbers);
// The elements of a dimension at the positions of a vector of integers.
Op take(Op tensor, Op positions, std::int64_t axis);
Op slice_of(Op tensor, std::int64_t axis, std::int64_t begin, std::int64_t end, std::int64_t stride = 1);

} // namespace hlo2cpp::nnef
