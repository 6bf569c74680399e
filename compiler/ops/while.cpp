// while: state = operand; while condition(state): state = body(state); the result is the state. The state is one
// operand, or after `lower` one operand per array; condition and body then have as many parameters, and the result is a
// tuple.
#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

void require_parameters(const InferContext& context, const Computation& computation, const char* what) {
    const std::vector<InstructionId>& parameters = computation.parameters;
    const std::string name = std::string("its ") + what + " " + printable(computation.name, 80);
    if (parameters.size() != context.operand_count())
        context.fail(name + " takes " + std::to_string(parameters.size()) + " parameters, not " +
                     std::to_string(context.operand_count()));
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (!same_shape(computation[parameters[i]].shape, context.operand(i)))
            context.fail(name + " takes " + to_string(computation[parameters[i]].shape) + ", but the state is " +
                         to_string(context.operand(i)));
}

Shape infer_while(const InferContext& context) {
    const Computation& condition = context.called(0);
    const Computation& body = context.called(1);
    require_parameters(context, condition, "condition");
    require_parameters(context, body, "body");
    const Shape& predicate = condition[condition.root].shape;
    if (!predicate.is_scalar() || !is_pred(predicate.type))
        context.fail("its condition must give pred[], but gives " + to_string(predicate));
    const Shape& next = body[body.root].shape;
    if (context.operand_count() == 1 && same_shape(next, context.operand(0))) return next;
    std::vector<Shape> state;
    for (std::size_t i = 0; i < context.operand_count(); ++i) state.push_back(context.operand(i));
    const Shape flat = Shape::tuple_of(std::move(state));
    if (!same_shape(next, flat))
        context.fail("its body gives " + to_string(next) + ", but the state is " +
                     to_string(context.operand_count() == 1 ? context.operand(0) : flat));
    return flat;
}

// Runs the loop with the state as one operand.
Tensor run_whole(const EvaluateContext& context) {
    Tensor state = context.take(0);
    const Tensor* read = &state;
    while (context.call(context.instruction.called[0], {&read, 1}, context.wide).integers()(0) != 0) {
        Tensor next = context.call_with(context.instruction.called[1], {&state, 1}, context.wide);
        state = std::move(next);
    }
    return state;
}

Tensor evaluate_while(const EvaluateContext& context) {
    const bool whole = context.operands.size() == 1 && same_shape(context.operand(0).shape, context.shape());
    if (whole) return run_whole(context);
    Tensor state;
    state.shape = context.shape();
    for (std::size_t i = 0; i < context.operands.size(); ++i) state.tuple.push_back(context.take(i));
    for (;;) {
        std::vector<const Tensor*> read;
        for (const Tensor& part : state.tuple) read.push_back(&part);
        if (context.call(context.instruction.called[0], read, context.wide).integers()(0) == 0) return state;
        Tensor next = context.call_with(context.instruction.called[1], state.tuple, context.wide);
        state = std::move(next);
    }
}

} // namespace

const OpDefinition op_while = {.infer = infer_while,
                               .evaluate = evaluate_while,
                               .form = StructureForm{.callees = Callees::Regions},
                               .cost = Cost::Expensive};

} // namespace hlo2cpp
