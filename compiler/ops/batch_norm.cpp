#include "ops/batch_norm.h"

#include "ops/infer_checks.h"

namespace hlo2cpp {

Shape check_features(const InferContext& context) {
    const Shape& operand = context.array_operand(0);
    if (!is_float(operand.type)) context.fail("its operand must be floating point, found " + to_string(operand));
    const std::int64_t feature = context.attributes().feature_index;
    require_dimension(context, "feature_index", feature, operand);
    return Shape::array(operand.type, {operand.dims[static_cast<std::size_t>(feature)]});
}

void require_features(const InferContext& context, std::span<const std::size_t> operands,
                      std::span<const char* const> names, const Shape& features) {
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (!same_shape(context.array_operand(operands[i]), features))
            context.fail(std::string(names[i]) + " must be one number a feature of " + to_string(context.operand(0)) +
                         ", " + to_string(features) + ", found " + to_string(context.operand(operands[i])));
}

ElementType batch_norm_type(ElementType type) {
    return is_narrow_float(type) ? ElementType::F32 : type;
}

} // namespace hlo2cpp
