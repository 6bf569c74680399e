// iota: the element's index in one dimension, rounded or wrapped to the element type
#include "evaluate/tensor.h"
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

Shape infer_iota(const InferContext& context) {
    context.require_operands(0);
    const Shape& shape = context.instruction.shape;
    context.require(shape.is_array() && !is_pred(shape.type),
                    "iota makes an array of numbers, not " + to_string(shape));
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    context.require(dimensions.size() == 1, "iota needs one iota_dimension");
    if (dimensions[0] < 0 || dimensions[0] >= static_cast<std::int64_t>(shape.rank()))
        context.fail("iota_dimension " + std::to_string(dimensions[0]) + " is no dimension of " + to_string(shape));
    return shape_like(shape, shape.type);
}

std::size_t dimension_of(const Attributes& attributes) {
    return static_cast<std::size_t>(attributes.dimensions[0]);
}

Tensor evaluate_iota(const EvaluateContext& context) {
    Tensor result(context.shape());
    const ElementType type = rounded_type(context, context.shape().type);
    const std::size_t dimension = dimension_of(context.attributes());
    const std::int64_t size = context.shape().dims[dimension];
    const std::int64_t stride = row_major_strides(context.shape().dims)[dimension];
    for (std::int64_t i = 0; i < result.elements(); ++i) {
        const std::int64_t index = i / stride % size;
        if (is_float(type))
            result.reals()(i) = round_to(type, static_cast<double>(index));
        else if (is_complex(type))
            result.complexes()(i) = round_to(type, Complex(static_cast<double>(index)));
        else
            result.integers()(i) = wrap_to(type, index);
    }
    return result;
}

std::vector<ExprId> element_iota(ElementBuilder& builder, const ElementIndex& index) {
    return {builder.index_value(builder.shape().type, index[dimension_of(builder.attributes())],
                                builder.instruction().name)};
}

} // namespace

const OpDefinition op_iota = {.infer = infer_iota,
                              .evaluate = evaluate_iota,
                              .form = ElementForm{.element = element_iota},
                              .cost = Cost::Free,
                              .access = Access::Reindexed,
                              .exact = true,
                              .declares_shape = true};

} // namespace hlo2cpp
