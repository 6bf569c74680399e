#include "ops/infer_checks.h"

#include <algorithm>

#include "support/checked.h"

namespace hlo2cpp {

std::string list_of(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return "{" + text + "}";
}

void require_dimension(const InferContext& context, const char* attribute, std::int64_t dimension, const Shape& shape) {
    if (dimension >= 0 && dimension < static_cast<std::int64_t>(shape.rank())) return;
    context.fail("dimension " + std::to_string(dimension) + " in " + attribute +
                 " does not exist: " + to_string(shape) + " has rank " + std::to_string(shape.rank()));
}

void require_dimensions(const InferContext& context, const char* attribute, const std::vector<std::int64_t>& dimensions,
                        const Shape& shape) {
    std::vector<bool> seen(shape.rank());
    for (const std::int64_t dimension : dimensions) {
        require_dimension(context, attribute, dimension, shape);
        const auto i = static_cast<std::size_t>(dimension);
        if (seen[i])
            context.fail("dimension " + std::to_string(dimension) + " is twice in " + attribute + "=" +
                         list_of(dimensions));
        seen[i] = true;
    }
}

void require_sorted_dimensions(const InferContext& context, const char* attribute,
                               const std::vector<std::int64_t>& dimensions, const Shape& shape) {
    require_dimensions(context, attribute, dimensions, shape);
    if (!std::is_sorted(dimensions.begin(), dimensions.end()))
        context.fail(std::string(attribute) + "=" + list_of(dimensions) + " must be in rising order");
}

void require_rank(const InferContext& context, const char* attribute, std::size_t entries, const Shape& shape) {
    if (entries == shape.rank()) return;
    context.fail(std::string(attribute) + " must have one entry a dimension of " + to_string(shape) + ", found " +
                 std::to_string(entries));
}

Shape inferred_array(const InferContext& context, ElementType type, std::vector<std::int64_t> dims) {
    std::int64_t bytes = byte_size(type);
    for (const std::int64_t dim : dims) {
        if (dim < 0) context.fail("its result would have the negative size " + std::to_string(dim));
        const auto product = checked_multiply(bytes, std::max<std::int64_t>(dim, 1));
        if (!product) context.fail("its result would have sizes " + list_of(dims) + ", which is more than 2^63 bytes");
        bytes = *product;
    }
    return Shape::array(type, std::move(dims));
}

} // namespace hlo2cpp
