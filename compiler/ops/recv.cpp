// recv: announces that an array is wanted from the host; gives a tuple for recv-done: no array yet, an unused number, a
// token
#include "evaluate/tensor.h"
#include "ops/collective.h"
#include "ops/feed.h"

namespace hlo2cpp {
namespace {

Shape infer_recv(const InferContext& context) {
    context.require_operands(1);
    require_token(context, 0);
    const Shape& data = declared_with_token(context, 3)[0];
    if (!data.is_array()) context.fail("it must receive an array, found " + to_string(data));
    if (is_device_transfer(context.instruction)) require_pairs(context);
    return Shape::tuple_of({data, Shape::scalar(ElementType::U32), Shape::token()});
}

Tensor evaluate_recv(const EvaluateContext& context) {
    return Tensor(context.shape());
}

InstructionId expand_recv(Expansion& e) {
    const Shape& data = e.shape().tuple[0];
    return e.tuple(
        {e.number(Shape::array(data.type, data.dims), 0), e.integer(Shape::scalar(ElementType::U32), 0), e.operand(0)});
}

} // namespace

const OpDefinition op_recv = {.infer = infer_recv,
                              .evaluate = evaluate_recv,
                              .form = ExpandForm{.expand = expand_recv},
                              .cost = Cost::Expensive,
                              .transfers = true,
                              .declares_shape = true};

} // namespace hlo2cpp
