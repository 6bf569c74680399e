#include "program/elements.h"

#include <string>

namespace hlo2cpp {

using tree::Expression;

Expression value_from_memory(ElementType type, const Expression& element) {
    if (is_pred(type)) return tree::not_equal(element, tree::integer(0));
    if (is_narrow_integer(type)) return tree::call("wrap", type, {element});
    return is_narrow_float(type) ? tree::call("f32_from", type, {element}) : element;
}

Expression memory_from_value(ElementType type, const Expression& value) {
    if (is_pred(type)) return tree::cast(tree::memory_type(type), value);
    return is_narrow_float(type) ? tree::call(std::string(info(type).name) + "_bits", {value}) : value;
}

tree::Type memory_vector(ElementType type, std::int64_t lanes) {
    return tree::vector_type(is_half(type) ? ElementType::U16 : type, lanes);
}

Expression lanes_from_memory(ElementType type, std::int64_t lanes, const Expression& elements) {
    if (!is_half(type)) return elements;
    return tree::intrinsic({IntrinsicId::FromHalf, {ElementType::F32, lanes}, type}, {elements});
}

Expression spread_half(ElementType type, std::int64_t lanes, const Expression& element) {
    return tree::intrinsic({IntrinsicId::SpreadHalf, {ElementType::F32, lanes}, type}, {element});
}

Expression memory_from_lanes(ElementType type, std::int64_t lanes, const Expression& value) {
    if (!is_half(type)) return value;
    const VectorType numbers = {ElementType::F32, lanes};
    // The bits of f16 are the nearest number's.
    const bool again = type == ElementType::F16 && value->kind == tree::ExpressionKind::Intrinsic &&
                       value->intrinsic == Intrinsic{IntrinsicId::RoundHalf, numbers, type};
    return tree::intrinsic({IntrinsicId::HalfBits, numbers, type}, {again ? value->operands[0] : value});
}

Expression canonical_nan(ElementType type, const Expression& value) {
    return tree::call("canonical", number_type(type), {value});
}

Expression clamped_index(ElementType type, ElementType index, const Expression& value, std::int64_t low,
                         std::int64_t high) {
    // Types whose values all fit the helper's parameter.
    const bool wide = index == ElementType::S64;
    const bool narrow = !wide && (info(type).bits < 32 || type == ElementType::S32);
    const bool own = type == ElementType::U64 || (type == ElementType::U32 && !wide);
    const ElementType from = own ? type : narrow ? ElementType::S32 : ElementType::S64;
    return tree::call(wide ? "clamp_index_wide" : "clamp_index", from,
                      {value, tree::integer(low), tree::integer(high)});
}

Expression floor_quotient(ElementType index, const Expression& a, std::int64_t divisor) {
    return tree::call("floor_divide", index, {a, tree::integer(divisor)});
}

Expression floor_remainder(ElementType index, const Expression& a, std::int64_t divisor) {
    return tree::call("floor_modulo", index, {a, tree::integer(divisor)});
}

} // namespace hlo2cpp
