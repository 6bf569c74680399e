// select-and-scatter: result = init everywhere, then for each place o of the window in row-major order: result[p] =
// scatter(result[p], source[o]), where p is the element of the operand that the window at o (window.h) selects: a later
// element replaces the selected one if `select` of the two does not hold. A window that sees padding alone selects
// nothing.
#include "evaluate/tensor.h"
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"
#include "ops/update_loop.h"
#include "ops/window.h"

namespace hlo2cpp {
namespace {

void check_computation(const InferContext& context, std::size_t number, const char* what, ElementType result) {
    const Computation& computation = context.called(number);
    const Shape element = Shape::scalar(context.operand(0).type);
    const Shape& root = computation[computation.root].shape;
    bool fits = computation.parameters.size() == 2 && same_shape(root, Shape::scalar(result));
    for (const InstructionId parameter : computation.parameters)
        fits = fits && same_shape(computation[parameter].shape, element);
    if (!fits)
        context.fail(std::string("its ") + what + " computation " + printable(computation.name, 80) +
                     " must take two " + to_string(element) + " and give " + to_string(Shape::scalar(result)));
}

Shape infer_select_and_scatter(const InferContext& context) {
    context.require_operands(3);
    const Shape& operand = context.array_operand(0);
    const Shape& source = context.array_operand(1);
    const Shape& init = context.array_operand(2);
    check_computation(context, 0, "select", ElementType::Pred);
    check_computation(context, 1, "scatter", operand.type);
    require_rank(context, "window", context.attributes().window.size(), operand);
    std::vector<std::int64_t> places;
    for (std::size_t d = 0; d < operand.rank(); ++d) places.push_back(window_places(context, d, operand.dims[d]));
    if (!same_shape(source, Shape::array(operand.type, places)))
        context.fail("its source must have one element a place of the window, " +
                     to_string(Shape::array(operand.type, places)) + ", found " + to_string(source));
    if (!same_shape(init, Shape::scalar(operand.type)))
        context.fail("its initial value must be " + to_string(Shape::scalar(operand.type)) + ", found " +
                     to_string(init));
    return inferred_array(context, operand.type, operand.dims);
}

// Offset of the element that the window at a place selects; -1: none.
std::int64_t selected(const EvaluateContext& context, const std::vector<std::int64_t>& place) {
    const Tensor& operand = context.operand(0);
    const Window& window = context.attributes().window;
    const std::vector<std::int64_t>& dims = operand.shape.dims;
    const std::vector<std::int64_t> strides = row_major_strides(dims);
    std::vector<std::int64_t> sizes;
    for (const WindowDimension& w : window) sizes.push_back(w.size);
    Tensor first(Shape::scalar(operand.shape.type)), second = first;
    const Tensor* const arguments[] = {&first, &second};
    std::int64_t chosen = -1;
    for_each_index(sizes, [&](const std::vector<std::int64_t>& point) {
        std::int64_t offset = 0;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const auto element = window_element(window[d], dims[d], place[d], point[d]);
            if (!element) return;
            offset += *element * strides[d];
        }
        second.copy_element(0, operand, offset);
        if (chosen >= 0 && context.call(context.instruction.called[0], arguments, context.wide).integers()(0) != 0)
            return;
        chosen = offset;
        first.copy_element(0, operand, offset);
    });
    return chosen;
}

Tensor evaluate_select_and_scatter(const EvaluateContext& context) {
    const Tensor& source = context.operand(1);
    Tensor result(context.shape());
    for (std::int64_t i = 0; i < result.elements(); ++i) result.copy_element(i, context.operand(2), 0);
    Tensor present(Shape::scalar(result.shape.type)), added = present;
    const Tensor* const arguments[] = {&present, &added};
    std::int64_t number = 0;
    for_each_index(source.shape.dims, [&](const std::vector<std::int64_t>& place) {
        const std::int64_t offset = selected(context, place);
        added.copy_element(0, source, number++);
        if (offset < 0) return;
        present.copy_element(0, result, offset);
        result.copy_element(offset, context.call(context.instruction.called[1], arguments, context.wide), 0);
    });
    return result;
}

// A reduction over the points of the window, whose state is the selected element and its offset, -1 at first.
Update update_select_and_scatter(ElementBuilder& builder) {
    const Shape& operand = builder.operand_shape(0);
    const Window& window = builder.attributes().window;
    const std::vector<Index> place = builder.open_points(builder.operand_shape(1).dims);
    std::vector<std::int64_t> sizes; // dimensions of size 1 need no loop
    for (const WindowDimension& w : window)
        if (w.size != 1) sizes.push_back(w.size);
    const std::vector<Index> points = builder.open_reduction(sizes);
    ElementIndex seen;
    Reduction reduction;
    std::size_t next = 0;
    for (std::size_t d = 0; d < operand.rank(); ++d) {
        const Index point = window[d].size != 1 ? points[next++] : Index(0);
        seen.push_back(window_index(builder, window[d], operand.dims[d], place[d], point, reduction.conditions));
    }
    const ElementType offset_type = operand.elements() > INT32_MAX ? ElementType::S64 : ElementType::S32;
    reduction.initial = {builder.constant(operand.type, 0), builder.constant(offset_type, -1)};
    const ExprId state[] = {builder.accumulator(0, operand.type), builder.accumulator(1, offset_type)};
    const ExprId element = builder.operand(0, seen);
    const ExprId keeps = builder.inline_call(0, {state[0], element}, false)[0];
    const ExprId some = builder.compare(ComparisonDirection::Ge, state[1], builder.constant(offset_type, 0));
    const ExprId stays = builder.apply(Opcode::And, ElementType::Pred, {some, keeps});
    const ExprId offset = builder.index_value(offset_type, linearize(builder.space(), seen, operand.dims));
    reduction.combined = {builder.apply(Opcode::Select, operand.type, {stays, state[0], element}),
                          builder.apply(Opcode::Select, offset_type, {stays, state[1], offset})};
    if (never_hold(builder.space(), reduction.conditions)) reduction.combined = {state[0], state[1]};
    const ExprId chosen = builder.close_reduction(std::move(reduction))[1];

    const Index linear = builder.space().dynamic(chosen, {-1, std::max<std::int64_t>(operand.elements(), 1)});
    Update update = {.index = delinearize(builder.space(), linear, operand.dims), .values = {}, .in_order = true};
    update.conditions = {{.index = linear, .low = 0, .high = operand.elements()}};
    update.values = builder.inline_call(1, {builder.present(0, update.index), builder.operand(1, place)}, false);
    return update;
}

} // namespace

const OpDefinition op_select_and_scatter = {.infer = infer_select_and_scatter,
                                            .evaluate = evaluate_select_and_scatter,
                                            .form = UpdateForm{.update = update_select_and_scatter, .fills_with = 2},
                                            .expand_call = select_and_scatter_loop,
                                            .cost = Cost::Expensive,
                                            .access = Access::Overlapping};

} // namespace hlo2cpp
