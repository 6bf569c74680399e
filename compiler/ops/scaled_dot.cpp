// scaled-dot: the dot of a * c and b * d (operands a, b, c, d), in f32 or f64; an element of the scales c and d belongs
// to a block of elements of a and b, whose size along each dimension is the ratio of the sizes; a scalar scale to all
#include "evaluate/tensor.h"
#include "ops/dot.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_scaled_dot(const InferContext& context) {
    context.require_operands(4);
    for (std::size_t i = 0; i < 4; ++i) require_kind(context, i, kFloat);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<std::int64_t>& dims = context.operand(i).dims;
        const std::vector<std::int64_t>& scale = context.operand(i + 2).dims;
        bool fits = scale.empty() || scale.size() == dims.size();
        for (std::size_t d = 0; fits && d < scale.size(); ++d)
            fits = scale[d] == dims[d] || (scale[d] > 0 && dims[d] % scale[d] == 0);
        if (!fits)
            context.fail("its scale " + to_string(context.operand(i + 2)) + " has no whole block of " +
                         to_string(context.operand(i)) + " for each element");
    }
    return infer_dot_shape(context);
}

// The type of the scaled operands and their products.
ElementType wide_type(const Shape& lhs, const Shape& rhs) {
    return lhs.type == ElementType::F64 || rhs.type == ElementType::F64 ? ElementType::F64 : ElementType::F32;
}

Tensor scaled(ElementType type, const Tensor& array, const Tensor& scale) {
    Tensor result = array;
    result.shape = Shape::array(type, array.shape.dims);
    const std::vector<std::int64_t> strides = row_major_strides(scale.shape.dims);
    std::int64_t element = 0;
    for_each_index(array.shape.dims, [&](const std::vector<std::int64_t>& index) {
        std::int64_t from = 0;
        for (std::size_t d = 0; d < strides.size(); ++d)
            from += index[d] / (array.shape.dims[d] / scale.shape.dims[d]) * strides[d];
        double& value = result.reals()(element++);
        value = round_to(type, value * scale.reals()(from));
    });
    return result;
}

Tensor evaluate_scaled_dot(const EvaluateContext& context) {
    const ElementType type = wide_type(context.operand(0).shape, context.operand(1).shape);
    const Tensor lhs = scaled(type, context.operand(0), context.operand(2));
    const Tensor rhs = scaled(type, context.operand(1), context.operand(3));
    const std::array<const Tensor*, 2> operands = {&lhs, &rhs};
    EvaluateContext dot = context;
    dot.operands = operands;
    return op_dot.evaluate(dot);
}

InstructionId scaled(Expansion& e, ElementType type, InstructionId array, InstructionId scale) {
    const std::vector<std::int64_t> dims = e.shape_of(array).dims, sizes = e.shape_of(scale).dims;
    std::vector<std::int64_t> blocks, places;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        places.push_back(static_cast<std::int64_t>(blocks.size()));
        blocks.push_back(sizes[d]);
        if (sizes[d] != dims[d]) blocks.push_back(dims[d] / sizes[d]);
    }
    InstructionId factors = e.convert(type, scale);
    factors = sizes.empty() ? e.broadcast(factors, dims) : e.reshape(e.spread(factors, blocks, places), dims);
    return e.binary(Opcode::Multiply, e.convert(type, array), factors);
}

InstructionId expand_scaled_dot(Expansion& e) {
    const ElementType type = wide_type(e.shape_of(e.operand(0)), e.shape_of(e.operand(1)));
    const InstructionId lhs = scaled(e, type, e.operand(0), e.operand(2));
    const InstructionId rhs = scaled(e, type, e.operand(1), e.operand(3));
    const Shape result = Shape::array(type, e.shape().dims);
    return e.convert(e.shape().type, e.dot(lhs, rhs, *e.attributes().dot, result));
}

} // namespace

const OpDefinition op_scaled_dot = {.kinds = kFloat,
                                    .infer = infer_scaled_dot,
                                    .evaluate = evaluate_scaled_dot,
                                    .form = ExpandForm{.expand = expand_scaled_dot},
                                    .cost = Cost::Expensive,
                                    .declares_shape = true};

} // namespace hlo2cpp
