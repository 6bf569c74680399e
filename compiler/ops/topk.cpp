// topk: (values, indices) of the k largest or smallest elements along the last dimension, in order, ties by the lower
// index. The order is total: -NaN, -infinity, ..., -0, +0, ..., infinity, NaN
#include <algorithm>
#include <numeric>

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

Shape infer_topk(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.operand(0);
    context.require(operand.rank() > 0, "its operand must have a dimension, found " + to_string(operand));
    const std::int64_t k = context.attributes().k;
    if (k < 0 || k > operand.dims.back())
        context.fail("k must be at most the size of the last dimension of " + to_string(operand) + ", found " +
                     std::to_string(k));
    std::vector<std::int64_t> dims = operand.dims;
    dims.back() = k;
    return Shape::tuple_of({Shape::array(operand.type, dims), Shape::array(ElementType::S32, dims)});
}

// True if element a is less than b in the total order.
bool is_below(const Tensor& x, std::int64_t a, std::int64_t b) {
    if (!is_float(x.shape.type)) return is_less(x.shape.type, x.integers()(a), x.integers()(b));
    return total_order_key(x.reals()(a)) < total_order_key(x.reals()(b));
}

Tensor evaluate_topk(const EvaluateContext& context) {
    const Tensor& x = context.operand(0);
    const std::int64_t n = x.shape.dims.back(), k = context.attributes().k;
    const bool largest = context.attributes().largest;
    Tensor result(context.shape());
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    for (std::int64_t line = 0, to = 0; k > 0 && line < x.elements(); line += n) {
        std::iota(order.begin(), order.end(), line);
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return largest ? is_below(x, b, a) : is_below(x, a, b);
        });
        for (std::int64_t i = 0; i < k; ++i, ++to) {
            const std::int64_t from = order[static_cast<std::size_t>(i)];
            result.tuple[0].copy_element(to, x, from);
            result.tuple[1].integers()(to) = from - line;
        }
    }
    return result;
}

InstructionId expand_topk(Expansion& e) {
    const Shape operand = e.shape_of(e.operand(0));
    const std::size_t last = operand.rank() - 1;
    const InstructionId indices = e.iota(Shape::array(ElementType::S32, operand.dims), static_cast<std::int64_t>(last));
    const auto direction = e.attributes().largest ? ComparisonDirection::Gt : ComparisonDirection::Lt;
    const Expansion::Values sorted = e.sort({e.operand(0), indices}, static_cast<std::int64_t>(last),
                                            [&](Expansion& inside, InstructionId a, InstructionId b) {
                                                const InstructionId before = inside.compare(direction, a, b);
                                                inside.builder()[before].attributes.total_order =
                                                    is_float(operand.type);
                                                return before;
                                            });
    Expansion::Values first;
    for (const InstructionId array : sorted) first.push_back(e.slice(array, last, 0, e.attributes().k));
    return e.tuple(first);
}

} // namespace

const OpDefinition op_topk = {.kinds = kPred | kReals,
                              .infer = infer_topk,
                              .evaluate = evaluate_topk,
                              .form = ExpandForm{.expand = expand_topk},
                              .cost = Cost::Expensive};

} // namespace hlo2cpp
