// convert: x in another element type. Integers wrap; floats round to nearest even; a float becomes an integer towards
// zero, saturating, NaN 0; pred is x != 0; a complex number gives its real part. An integer reaches a narrow float by
// way of f32.
#include "ops/elementwise.h"

#include <cmath>

#include "evaluate/tensor.h"
#include "ir/float_format.h"
#include "ops/nearest_integer.h"

namespace hlo2cpp {
namespace {

Shape infer_convert(const InferContext& context) {
    context.require_operands(1);
    const Shape& x = context.array_operand(0);
    context.require(context.instruction.shape.is_array(),
                    "convert makes an array, not " + to_string(context.instruction.shape));
    return shape_like(x, context.instruction.shape.type);
}

std::int64_t saturated(ElementType type, double value) {
    if (is_pred(type)) return value != 0 ? 1 : 0;
    if (std::isnan(value)) return 0;
    const int bits = info(type).bits;
    const double end = std::ldexp(1.0, is_signed(type) ? bits - 1 : bits); // the first number above the range
    if (value >= end) return wrap_to(type, is_signed(type) ? INT64_MAX >> (64 - bits) : -1);
    if (is_signed(type)) return value < -end ? INT64_MIN >> (64 - bits) : static_cast<std::int64_t>(value);
    return value <= 0 ? 0 : as_signed(static_cast<std::uint64_t>(value));
}

double real_of(ElementType from, ElementType to, std::int64_t value) {
    if (to == ElementType::F64)
        return is_signed(from) ? static_cast<double>(value) : static_cast<double>(as_unsigned(value));
    const float rounded = is_signed(from) ? static_cast<float>(value) : static_cast<float>(as_unsigned(value));
    return round_to(to, static_cast<double>(rounded));
}

// Accessors of one element of each kind.
double real_element(const Tensor& x, std::int64_t i) {
    return is_complex(x.shape.type) ? x.complexes()(i).real() : x.reals()(i);
}

bool is_whole(ElementType type) {
    return !is_float(type) && !is_complex(type);
}

std::int64_t to_integer(const Tensor& x, ElementType type, std::int64_t i) {
    if (!is_whole(x.shape.type)) return saturated(type, real_element(x, i));
    return is_pred(type) ? (x.integers()(i) != 0 ? 1 : 0) : wrap_to(type, x.integers()(i));
}

double to_real(const Tensor& x, ElementType type, std::int64_t i) {
    return is_whole(x.shape.type) ? real_of(x.shape.type, type, x.integers()(i)) : round_to(type, real_element(x, i));
}

Complex to_complex(const Tensor& x, ElementType type, std::int64_t i) {
    if (is_complex(x.shape.type)) return round_to(type, x.complexes()(i));
    return {to_real(x, part_type(type), i), 0};
}

Tensor evaluate_convert(const EvaluateContext& context) {
    Tensor result(context.shape());
    const Tensor& x = context.operand(0);
    const ElementType type = rounded_type(context, context.shape().type);
    for (std::int64_t i = 0; i < result.elements(); ++i) {
        if (is_float(type))
            result.reals()(i) = to_real(x, type, i);
        else if (is_complex(type))
            result.complexes()(i) = to_complex(x, type, i);
        else
            result.integers()(i) = to_integer(x, type, i);
    }
    return result;
}

// A nearest integer of few bits that becomes a float again, or an s32, has the bits of an s32 at once: lanes keep their
// size.
ExprId as_wide_integer(ElementBuilder& builder, ExprId operand) {
    Expr nearest = builder.exprs()[operand];
    if (!nearest.nearest || nearest.type == ElementType::U32) return operand;
    nearest.type = ElementType::S32;
    return builder.exprs().add(std::move(nearest));
}

std::vector<ExprId> element_convert(ElementBuilder& builder, const ElementIndex& index) {
    ExprId operand = builder.operand(0, index);
    if (std::optional<Expr> nearest = nearest_integer(builder.exprs(), builder.shape().type, operand)) {
        nearest->name = builder.instruction().name;
        return {builder.exprs().add(std::move(*nearest))};
    }
    const ElementType type = builder.shape().type;
    if (type == ElementType::F32 || type == ElementType::S32) operand = as_wide_integer(builder, operand);
    return {builder.convert(builder.shape().type, operand)};
}

std::optional<Index> same_index(IndexSpace&, std::span<const Index> x) {
    return x[0];
}

std::string name(ElementType type) {
    return std::string(info(type).name);
}

tree::Expression print_to_float(ElementType from, ElementType to, const tree::Expression& x) {
    if (is_pred(from)) {
        const tree::Expression number = tree::conditional(x, tree::number(to, 1), tree::number(to, 0));
        const bool has_zero = float_format(to).specials != FloatSpecials::ExponentNan;
        return has_zero ? number : rounded(to, number);
    }
    const bool same_c_type = is_float(from) && number_type(from) == number_type(to);
    if (is_narrow_float(to) && from == ElementType::F64)
        return tree::call("round_" + name(to) + "_from_f64", {x}); // rounds once
    if (to == ElementType::F32 && from == ElementType::F64) return tree::call("f32_from", from, {x});
    const tree::Expression value = same_c_type ? x : tree::cast(to, x);
    const bool exact = is_integer(from) && info(from).bits <= 8 && (to == ElementType::BF16 || to == ElementType::F16);
    return exact ? value : rounded(to, value);
}

tree::Expression print_real(ElementType from, ElementType to, const tree::Expression& x) {
    if (from == to) return x;
    if (is_float(to)) return print_to_float(from, to, x);
    if (is_pred(to)) return tree::not_equal(x, tree::zero(from));
    if (is_float(from)) return tree::call(name(to) + "_from", number_type(from), {x});
    const tree::Expression byte = byte_type(from) == byte_type(to) ? x : tree::cast(to, x);
    const bool holds = is_pred(from) || (info(to).bits >= info(from).bits && is_signed(from) == is_signed(to));
    return holds ? byte : wrapped(to, byte);
}

tree::Expression print_convert(const PrintContext& context) {
    const ElementType from = context.types[0], to = context.type(), part = part_type(to);
    const tree::Expression& x = context.operands[0];
    if (from == to && !context.expr.nearest) return x;
    if (const std::optional<Range>& nearest = context.expr.nearest) {
        std::vector<tree::Expression> given(context.operands.begin(), context.operands.end());
        const bool scales = given.size() > 1;
        given.insert(given.end(), {tree::integer(nearest->begin), tree::integer(nearest->last())});
        const tree::Expression number = scales ? tree::call("nearest_product", ElementType::S32, given)
                                               : tree::intrinsic({IntrinsicId::NearestInteger, {from, 1}}, given);
        return to == ElementType::S32 ? number : tree::cast(to, number);
    }
    const auto converted = [&](std::string_view field) {
        return print_real(part_type(from), part, is_complex(from) ? tree::field(x, field) : x);
    };
    if (!is_complex(to)) return converted("re");
    return tree::construct(tree::value_type(to),
                           {converted("re"), is_complex(from) ? converted("im") : tree::zero(part)});
}

// Conversion of lanes.
tree::Expression print_vector_convert(const PrintContext& context) {
    if (is_pred(context.types[0])) { // a mask
        const ElementType type = number_type(context.type());
        const tree::Expression one = is_integer(type) ? tree::integer(1) : tree::number(type, 1);
        return tree::conditional(context.operands[0], one, tree::zero(type));
    }
    const ElementType from = context.types[0], to = context.type();
    if (from == to) return context.operands[0];
    if (const std::optional<Range>& nearest = context.expr.nearest)
        return tree::intrinsic(
            {context.bounded ? IntrinsicId::NearestBounded : IntrinsicId::NearestIntegers, {from, context.lanes}, to},
            {context.operands[0], tree::integer(nearest->begin), tree::integer(nearest->last())});
    if (is_integer(to))
        return tree::intrinsic({IntrinsicId::ToIntegers, {number_type(from), context.lanes}, to},
                               {context.operands[0]});
    const tree::Expression floats =
        is_integer(from)
            ? tree::intrinsic({IntrinsicId::ToFloats, {number_type(to), context.lanes}}, {context.operands[0]})
            : context.operands[0];
    return rounded_lanes(context, floats);
}

Range range_convert(const RangeContext& x) {
    return x.operand(0);
}

} // namespace

const OpDefinition op_convert = {.infer = infer_convert,
                                 .evaluate = evaluate_convert,
                                 .form = ElementwiseForm{.element = element_convert,
                                                         .print = print_convert,
                                                         .print_vector = print_vector_convert,
                                                         .print_integers = print_vector_convert,
                                                         .index = same_index,
                                                         .range = range_convert},
                                 .cost = Cost::Conversion,
                                 .exact = true,
                                 .declares_shape = true};

} // namespace hlo2cpp
