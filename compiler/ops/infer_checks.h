// Checks that the infer functions of several ops share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/op.h"

namespace hlo2cpp {

std::string list_of(const std::vector<std::int64_t>& numbers); // "{0,2}"

// Checks that `dimension` of the attribute is a dimension of the shape.
void require_dimension(const InferContext& context, const char* attribute, std::int64_t dimension, const Shape& shape);
// Checks all dimensions of the attribute, each at most once.
void require_dimensions(const InferContext& context, const char* attribute, const std::vector<std::int64_t>& dimensions,
                        const Shape& shape);
// Checks all dimensions of the attribute, in rising order.
void require_sorted_dimensions(const InferContext& context, const char* attribute,
                               const std::vector<std::int64_t>& dimensions, const Shape& shape);
// Checks that there is one entry per dimension of the shape.
void require_rank(const InferContext& context, const char* attribute, std::size_t entries, const Shape& shape);
// An array of these sizes; complains if its bytes exceed int64 or a size is negative.
Shape inferred_array(const InferContext& context, ElementType type, std::vector<std::int64_t> dims);

} // namespace hlo2cpp
