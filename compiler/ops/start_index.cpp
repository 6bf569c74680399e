#include "ops/start_index.h"

#include <algorithm>

#include "evaluate/tensor.h"

namespace hlo2cpp {

std::int64_t clamped_start(const Tensor& indices, std::int64_t element, std::int64_t high) {
    const std::int64_t value = indices.integers()(element);
    if (value < 0 && is_unsigned(indices.shape.type)) return high;
    return std::clamp<std::int64_t>(value, 0, high);
}

Index start_index(ElementBuilder& builder, ExprId value, std::int64_t high) {
    if (const std::optional<Index> index = builder.start_of(value)) {
        const Range range = builder.space().range(*index);
        if (range.begin >= 0 && range.last() <= high) return *index;
        if (range.begin >= high) return high;
        if (range.last() <= 0) return 0;
    }
    const Expr& expr = builder.exprs()[value];
    if (expr.kind != ExprKind::Constant) return builder.space().dynamic(value, {0, high + 1});
    return clamped_start(to_tensor({.shape = Shape::scalar(expr.type), .bytes = expr.bits}), 0, high);
}

void require_start_indices(const InferContext& context, std::size_t first, const Shape& sliced) {
    if (context.operand_count() != first + sliced.rank())
        context.fail("it needs one start index a dimension of " + to_string(sliced) + ", found " +
                     std::to_string(context.operand_count() - std::min(first, context.operand_count())));
    for (std::size_t i = first; i < context.operand_count(); ++i) {
        const Shape& index = context.array_operand(i);
        if (!index.is_scalar() || !is_integer(index.type))
            context.fail("start index " + std::to_string(i - first) + " must be an integer scalar, found " +
                         to_string(index));
        if (index.type != context.operand(first).type)
            context.fail("start indices must have one type, found " + to_string(context.operand(first)) + " and " +
                         to_string(index));
    }
}

} // namespace hlo2cpp
