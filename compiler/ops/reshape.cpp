// reshape: result[i] = operand[j] where i and j are the same element in row-major order
#include "ops/reshape.h"

#include <algorithm>

#include "evaluate/tensor.h"
#include "ops/infer_checks.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

// The sizes other than 1, which a reshape that only adds or drops dimensions of size 1 keeps.
std::vector<std::int64_t> proper_sizes(const Shape& shape) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t dim : shape.dims)
        if (dim != 1) sizes.push_back(dim);
    return sizes;
}

Tensor evaluate_reshape(const EvaluateContext& context) {
    Tensor result = context.take(0);
    result.shape = context.shape();
    return result;
}

// True if ranges prove the coordinates inside. A window's coordinates may be in padding, guarded by a condition.
bool known_to_be_inside(const IndexSpace& space, const ElementIndex& index, const std::vector<std::int64_t>& dims) {
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (const Range range = space.range(index[d]); range.begin < 0 || range.end > dims[d]) return false;
    return true;
}

// Index of the operand by groups of dimensions with equal products: {16, 5} and {8, 2, 5} are {16} and {8, 2}, then {5}
// and {5}. So a coordinate outside of the array does not affect the other groups.
ElementIndex by_groups(IndexSpace& space, const ElementIndex& index, const std::vector<std::int64_t>& dims,
                       const std::vector<std::int64_t>& operand) {
    ElementIndex result(operand.size(), Index(0));
    std::size_t d = dims.size(), o = operand.size(); // the groups before are still to come
    while (d > 0 && o > 0) {
        const std::size_t last_d = d, last_o = o;
        std::int64_t size = dims[--d], operand_size = operand[--o];
        while (size != operand_size) (size < operand_size ? size *= dims[--d] : operand_size *= operand[--o]);
        const auto part = [](const auto& all, std::size_t begin, std::size_t end) {
            return std::vector(all.begin() + static_cast<std::ptrdiff_t>(begin),
                               all.begin() + static_cast<std::ptrdiff_t>(end));
        };
        const Index linear = linearize(space, part(index, d, last_d), part(dims, d, last_d));
        std::ranges::copy(delinearize(space, linear, part(operand, o, last_o)),
                          result.begin() + static_cast<std::ptrdiff_t>(o));
    }
    return result;
}

} // namespace

Shape infer_reshape(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    const Shape result = inferred_array(context, operand.type, context.instruction.shape.dims);
    if (operand.elements() != result.elements())
        context.fail("it cannot make " + to_string(result) + " of " + to_string(operand) + ": " +
                     std::to_string(result.elements()) + " elements of " + std::to_string(operand.elements()));
    return result;
}

std::vector<ExprId> reshape_element(ElementBuilder& builder, const ElementIndex& index) {
    const Shape& operand = builder.operand_shape(0);
    if (proper_sizes(operand) != proper_sizes(builder.shape())) {
        const bool some = builder.shape().elements() > 0;
        if (some && !known_to_be_inside(builder.space(), index, builder.shape().dims))
            return {builder.operand(0, by_groups(builder.space(), index, builder.shape().dims, operand.dims))};
        return {builder.operand_linear(0, linearize(builder.space(), index, builder.shape().dims))};
    }
    ElementIndex operand_index;
    std::size_t next = 0; // dimension of the result that the next proper dimension of the operand is
    for (const std::int64_t dim : operand.dims) {
        while (dim != 1 && builder.shape().dims[next] == 1) ++next;
        operand_index.push_back(dim == 1 ? Index(0) : index[next++]);
    }
    return {builder.operand(0, operand_index)};
}

const OpDefinition op_reshape = {.infer = infer_reshape,
                                 .evaluate = evaluate_reshape,
                                 .form = ElementForm{.element = reshape_element},
                                 .cost = Cost::Free,
                                 .access = Access::Bitcast,
                                 .exact = true,
                                 .declares_shape = true};

} // namespace hlo2cpp
