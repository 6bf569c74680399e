#include "ops/elementwise.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "evaluate/tensor.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMaxOperands = 3;

// out[i] = finish(formula(operands[0][i], operands[1][i], ...)); a scalar operand serves all elements.
template <typename Array, typename Apply>
void for_each_element(const EvaluateContext& context, Array& out, Apply&& apply) {
    std::array<const Array*, kMaxOperands> arrays = {};
    std::array<std::int64_t, kMaxOperands> steps = {};
    const std::size_t count = context.operands.size();
    check_internal(count <= kMaxOperands, "an elementwise op has too many operands");
    for (std::size_t k = 0; k < count; ++k) {
        arrays[k] = &std::get<Array>(context.operand(k).data);
        steps[k] = context.operand(k).shape.is_scalar() ? 0 : 1;
    }
    std::array<typename Array::Scalar, kMaxOperands> x = {};
    for (std::int64_t i = 0; i < out.size(); ++i) {
        for (std::size_t k = 0; k < count; ++k) x[k] = (*arrays[k])(i * steps[k]);
        out(i) = apply(x.data());
    }
}

tree::Expression print_infix(const PrintContext& context) {
    const tree::Expression value =
        tree::binary(*formula_of(context.expr.opcode).infix, context.operands[0], context.operands[1]);
    if (!context.expr.rounded) return value;
    const IntrinsicId id = context.lanes > 1 ? IntrinsicId::RoundedProducts : IntrinsicId::RoundedProduct;
    return tree::intrinsic({id, {context.type(), context.lanes}}, {value});
}

} // namespace

std::string list_of_kinds(unsigned kinds) {
    static constexpr std::array<std::pair<unsigned, std::string_view>, 5> kNames = {{{kPred, "pred"},
                                                                                     {kSigned, "signed integers"},
                                                                                     {kUnsigned, "unsigned integers"},
                                                                                     {kFloat, "floating point"},
                                                                                     {kComplex, "complex numbers"}}};
    std::string text;
    for (const auto& [kind, name] : kNames)
        if ((kinds & kind) != 0) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

const Formula& formula_of(Opcode opcode) {
    const OpDefinition* definition = definition_of(opcode);
    const auto* form = definition == nullptr ? nullptr : std::get_if<ElementwiseForm>(&definition->form);
    check_internal(form != nullptr && form->formula != nullptr, "an elementwise op has no formula");
    return *form->formula;
}

unsigned kind_of(ElementType type) {
    switch (info(type).kind) {
    case TypeKind::Pred: return kPred;
    case TypeKind::Signed: return kSigned;
    case TypeKind::Unsigned: return kUnsigned;
    case TypeKind::Float: return kFloat;
    case TypeKind::Complex: return kComplex;
    case TypeKind::None: return 0;
    }
    return 0;
}

void require_kind(const InferContext& context, std::size_t operand, unsigned kinds) {
    const Shape& shape = context.array_operand(operand);
    if ((kind_of(shape.type) & kinds) == 0)
        context.fail(std::string(name_of(context.instruction.opcode)) + " of " + to_string(shape) +
                     " does not exist: operand " + std::to_string(operand) +
                     " must be one of: " + list_of_kinds(kinds));
}

Shape infer_shape(const InferContext& context) {
    const OpDefinition& op = *definition_of(context.instruction.opcode);
    if (context.operand_count() > 0 && op.kinds != kAnything) require_kind(context, 0, op.kinds);
    return op.infer(context);
}

void require_same_sizes(const InferContext& context, std::size_t a, std::size_t b) {
    const Shape& x = context.array_operand(a);
    const Shape& y = context.array_operand(b);
    if (x.dims != y.dims)
        context.fail("operands " + std::to_string(a) + " and " + std::to_string(b) +
                     " must have the same sizes, found " + to_string(x) + " and " + to_string(y));
}

Shape shape_like(const Shape& operand, ElementType type) {
    Shape shape = Shape::array(type, operand.dims);
    shape.dynamic = operand.dynamic;
    return shape;
}

Shape infer_elementwise(const InferContext& context) {
    const Formula& formula = formula_of(context.instruction.opcode);
    context.require_operands(formula.operands);
    const Shape& first = context.array_operand(0);
    for (std::size_t i = 1; i < formula.operands; ++i) {
        require_same_sizes(context, 0, i);
        if (context.operand(i).type != first.type)
            context.fail("operands must have one element type, found " + to_string(first) + " and " +
                         to_string(context.operand(i)));
    }
    return shape_like(first, first.type);
}

ElementType rounded_type(const EvaluateContext& context, ElementType type) {
    return context.wide && is_narrow_float(type) ? ElementType::F32 : type;
}

Tensor evaluate_elementwise(const EvaluateContext& context) {
    const Formula& formula = formula_of(context.instruction.opcode);
    Tensor result(context.shape());
    const ElementType type = rounded_type(context, context.shape().type);
    if (is_float(type))
        for_each_element(context, result.reals(), [&](const double* x) { return round_to(type, formula.real(x)); });
    else if (is_complex(type))
        for_each_element(context, result.complexes(),
                         [&](const Complex* x) { return round_to(type, formula.complex(x)); });
    else
        for_each_element(context, result.integers(),
                         [&](const std::int64_t* x) { return wrap_to(type, formula.integer(type, x)); });
    return result;
}

Expr applied_to_operands(ElementBuilder& builder, const ElementIndex& index) {
    Expr expr = {.kind = ExprKind::Apply, .type = builder.shape().type, .opcode = builder.instruction().opcode};
    for (std::size_t i = 0; i < builder.operand_count(); ++i)
        expr.operands.push_back(builder.operand(i, builder.operand_shape(i).is_scalar() ? ElementIndex() : index));
    expr.direction = builder.attributes().direction.value_or(ComparisonDirection::Eq);
    expr.total_order = builder.attributes().total_order;
    expr.name = builder.instruction().name;
    return expr;
}

std::vector<ExprId> element_of_operands(ElementBuilder& builder, const ElementIndex& index) {
    Expr expr = applied_to_operands(builder, index);
    if (index_of(expr.opcode) != nullptr) return {builder.apply(expr.opcode, expr.type, std::move(expr.operands))};
    return {builder.exprs().add(std::move(expr))};
}

std::vector<ExprId> element_of_junction(ElementBuilder& builder, const ElementIndex& index, bool decisive) {
    if (!is_pred(builder.shape().type)) return element_of_operands(builder, index);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const ExprId operand = builder.operand(i, index);
        const Expr& expr = builder.exprs()[operand];
        if (expr.kind != ExprKind::Constant) continue;
        const bool value = std::to_integer<int>(expr.bits[0]) != 0;
        return {value == decisive ? operand : builder.operand(1 - i, index)};
    }
    return element_of_operands(builder, index);
}

tree::Expression rounded(ElementType type, tree::Expression value) {
    return is_narrow_float(type) ? tree::call("round", type, {std::move(value)}) : value;
}

tree::Expression narrowed(ElementType type, tree::Expression value) {
    return info(type).bits < 32 ? wrapped(type, tree::cast(type, std::move(value))) : value;
}

tree::Expression wrapped(ElementType type, tree::Expression value) {
    return is_narrow_integer(type) ? tree::call("wrap", type, {std::move(value)}) : value;
}

tree::Expression print_elementwise(const PrintContext& context) {
    const Formula& formula = formula_of(context.expr.opcode);
    const ElementType type = context.type();
    const auto helper_call = [&](std::string_view helper, ElementType of) {
        return tree::call(helper, of, {context.operands.begin(), context.operands.end()});
    };
    if (!is_float(type)) {
        if (is_pred(type) && formula.pred_infix)
            return tree::binary(*formula.pred_infix, context.operands[0], context.operands[1]);
        if (context.exact && formula.infix) return print_infix(context);
        if (formula.narrow == NarrowIntegers::ByWidth) return helper_call(formula.helper, type);
        const tree::Expression byte = helper_call(formula.helper, byte_type(type));
        return formula.narrow == NarrowIntegers::Closed ? byte : wrapped(type, byte);
    }
    const ElementType computed = number_type(type);
    const std::string_view helper = formula.float_helper.empty() ? formula.helper : formula.float_helper;
    const tree::Expression value = formula.infix ? print_infix(context) : helper_call(helper, computed);
    const bool exact = formula.closed && (type == ElementType::F16 || type == ElementType::BF16);
    return exact ? value : rounded(type, value);
}

// Arithmetic on bf16 numbers makes only NaNs of bf16, so NearestHalf needs no care for them.
tree::Expression print_vector_infix(const PrintContext& context) {
    const ElementType type = context.type();
    const bool closed = std::ranges::all_of(context.types, [&](ElementType of) { return of == type; });
    const tree::Expression value = print_infix(context);
    if (type != ElementType::BF16 || !closed) return rounded_lanes(context, value);
    return tree::intrinsic({IntrinsicId::NearestHalf, {ElementType::F32, context.lanes}, type}, {value});
}

tree::Expression print_vector_call(const PrintContext& context, IntrinsicId function) {
    const ElementType type = number_type(context.type());
    std::vector<tree::Expression> operands(context.operands.begin(), context.operands.end());
    const tree::Expression zeros = tree::vector_zero(tree::vector_type(type, context.lanes));
    for (tree::Expression& operand : operands) // a constant becomes a vector
        if (tree::number_of(operand)) operand = tree::subtract(operand, zeros);
    return rounded_lanes(context, tree::intrinsic({function, {type, context.lanes}}, operands));
}

tree::Expression print_vector_helper(const PrintContext& context) {
    return print_vector_call(context, *formula_of(context.expr.opcode).intrinsic);
}

tree::Expression print_wrapped(const PrintContext& context) {
    return tree::intrinsic({*formula_of(context.expr.opcode).wrapped, {context.type(), context.lanes}},
                           {context.operands.begin(), context.operands.end()});
}

tree::Expression rounded_lanes(const PrintContext& context, const tree::Expression& value) {
    if (!is_half(context.type())) return value;
    return tree::intrinsic({IntrinsicId::RoundHalf, {ElementType::F32, context.lanes}, context.type()}, {value});
}

tree::Expression print_bitwise(const PrintContext& context, tree::Operator infix) {
    return narrowed(byte_type(context.type()), tree::binary(infix, context.operands[0], context.operands[1]));
}

std::int64_t total_order_key(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

std::uint64_t low_bits(ElementType type, std::int64_t value) {
    const int unused = 64 - info(type).bits;
    return as_unsigned(value) << unused >> unused;
}

ElementType bits_type(ElementType type) {
    return type == ElementType::F64 ? ElementType::U64 : ElementType::U32; // of f16 and bf16 as f32
}

tree::Expression as_bits(const PrintContext& context, tree::Expression numbers) {
    return tree::cast(tree::vector_type(bits_type(context.type()), context.lanes), std::move(numbers));
}

tree::Expression as_numbers(const PrintContext& context, tree::Expression bits) {
    return tree::cast(tree::vector_type(number_type(context.type()), context.lanes), std::move(bits));
}

} // namespace hlo2cpp
