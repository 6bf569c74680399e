// map: result[i] = computation(a[i], b[i], ...)
#include "evaluate/tensor.h"
#include "ops/expansion.h"
#include "ops/infer_checks.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_map(const InferContext& context) {
    const Shape& first = context.array_operand(0);
    if (!context.attributes().dimensions.empty()) // all of them, whatever their order
        require_rank(context, "dimensions", context.attributes().dimensions.size(), first);
    require_dimensions(context, "dimensions", context.attributes().dimensions, first);
    const Computation& computation = context.called(0);
    const std::string name = "its computation " + printable(computation.name, 80);
    if (computation.parameters.size() != context.operand_count())
        context.fail(name + " must take one scalar an operand, " + std::to_string(context.operand_count()) +
                     ", but takes " + std::to_string(computation.parameters.size()));
    for (std::size_t i = 0; i < context.operand_count(); ++i) {
        const Shape& operand = context.array_operand(i);
        const Shape& parameter = computation[computation.parameters[i]].shape;
        if (operand.dims != first.dims)
            context.fail("its operands must have equal sizes, found " + to_string(first) + " and " +
                         to_string(operand));
        if (!same_shape(parameter, Shape::scalar(operand.type)))
            context.fail("elements of " + to_string(operand) + " do not fit the parameter " + to_string(parameter) +
                         " of " + name);
    }
    const Shape& root = computation[computation.root].shape;
    if (!root.is_scalar()) context.fail(name + " must give a scalar, but gives " + to_string(root));
    return inferred_array(context, root.type, first.dims);
}

Tensor evaluate_map(const EvaluateContext& context) {
    Tensor result(context.shape());
    std::vector<Tensor> scalars;
    std::vector<const Tensor*> arguments;
    for (const Tensor* operand : context.operands) scalars.emplace_back(Shape::scalar(operand->shape.type));
    for (const Tensor& scalar : scalars) arguments.push_back(&scalar);
    for (std::int64_t i = 0; i < result.elements(); ++i) {
        for (std::size_t k = 0; k < scalars.size(); ++k) scalars[k].copy_element(0, context.operand(k), i);
        result.copy_element(i, context.call(context.instruction.called[0], arguments, context.wide), 0);
    }
    return result;
}

std::vector<ExprId> element_map(ElementBuilder& builder, const ElementIndex& index) {
    std::vector<ExprId> arguments;
    for (std::size_t i = 0; i < builder.operand_count(); ++i) arguments.push_back(builder.operand(i, index));
    return builder.inline_call(0, arguments, false);
}

// for each i: result[i] = computation(a[i], b[i], ...), on arrays of one dimension
InstructionId expand_call(Expansion& e) {
    const std::int64_t count = e.shape().elements();
    const Shape flat = Shape::array(e.shape().type, {count});
    if (count == 0) return e.reshape(e.number(flat, 0), e.shape().dims);
    Expansion::Values arrays;
    for (const InstructionId operand : e.instruction().operands) arrays.push_back(e.reshape(operand, {count}));
    const ComputationId computation = e.called(0, false);
    const auto round = [&](Expansion& inside, InstructionId i, const Expansion::Values& state,
                           const Expansion::Values& read) {
        Expansion::Values arguments;
        for (const InstructionId array : read) arguments.push_back(inside.element(array, {i}));
        return Expansion::Values{inside.with_element(state[0], {i}, inside.call(computation, arguments)[0])};
    };
    return e.reshape(e.loop(count, {e.number(flat, 0)}, arrays, round)[0], e.shape().dims);
}

} // namespace

const OpDefinition op_map = {.infer = infer_map,
                             .evaluate = evaluate_map,
                             .form = ElementwiseForm{.element = element_map},
                             .expand_call = expand_call,
                             .cost = Cost::Expensive};

} // namespace hlo2cpp
