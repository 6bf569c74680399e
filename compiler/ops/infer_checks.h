// Checks that the infer functions of several ops share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/op.h"

namespace hlo2cpp {

std::string list_of(const std::vector<std::int64_t>& numbers); // "{0,2}"

// `dimension`, which the attribute names, must be one of the shape's.
void require_dimension(const InferContext& context, const char* attribute, std::int64_t dimension, const Shape& shape);
// All of them, each at most once.
void require_dimensions(const InferContext& context, const char* attribute, const std::vector<std::int64_t>& dimensions,
                        const Shape& shape);
// The same, in rising order.
void require_sorted_dimensions(const InferContext& context, const char* attribute,
                               const std::vector<std::int64_t>& dimensions, const Shape& shape);
// One entry a dimension of the shape.
void require_rank(const InferContext& context, const char* attribute, std::size_t entries, const Shape& shape);
// An array of these sizes; complains where its bytes are no int64 or a size is negative.
Shape inferred_array(const InferContext& context, ElementType type, std::vector<std::int64_t> dims);

} // namespace hlo2cpp
