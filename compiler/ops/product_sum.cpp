#include "ops/product_sum.h"

namespace hlo2cpp {
namespace {

double as_double(ElementType type, std::int64_t value) {
    return is_unsigned(type) ? static_cast<double>(static_cast<std::uint64_t>(value)) : static_cast<double>(value);
}

} // namespace

ElementType accumulate_type(ElementType result, ElementType lhs, ElementType rhs) {
    if (!is_float(result)) return result;
    if (lhs == ElementType::F64 || rhs == ElementType::F64) return ElementType::F64;
    return is_narrow_float(result) ? ElementType::F32 : result;
}

void require_product_types(const InferContext& context) {
    const ElementType result = context.instruction.shape.type;
    context.require(is_array_type(result), "its result must be an array, not " + to_string(context.instruction.shape));
    for (std::size_t i = 0; i < 2; ++i) {
        const ElementType type = context.array_operand(i).type;
        const bool fits =
            is_complex(result) || (is_float(result) && !is_complex(type)) || is_integer(type) || is_pred(type);
        if (!fits || (is_pred(result) && !is_pred(type)))
            context.fail("its result of type " + std::string(info(result).name) + " cannot come from operands " +
                         to_string(context.operand(0)) + " and " + to_string(context.operand(1)));
    }
}

std::vector<ExprId> close_product_sum(ElementBuilder& builder, ExprId lhs, ExprId rhs,
                                      std::vector<Condition> conditions) {
    const ElementType type =
        accumulate_type(builder.shape().type, builder.operand_shape(0).type, builder.operand_shape(1).type);
    const Opcode multiply = is_pred(type) ? Opcode::And : Opcode::Multiply,
                 add = is_pred(type) ? Opcode::Or : Opcode::Add;
    const ExprId term = builder.apply(multiply, type, {builder.convert(type, lhs), builder.convert(type, rhs)});
    Reduction reduction;
    reduction.conditions = std::move(conditions);
    reduction.initial = {builder.constant(type, 0)};
    reduction.combined = {builder.apply(add, type, {builder.accumulator(0, type), term})};
    reduction.term = term;
    reduction.combiner = add;
    reduction.of_products = true;
    return {builder.convert(builder.shape().type, builder.close_reduction(std::move(reduction))[0])};
}

std::vector<ExprId> close_empty_sum(ElementBuilder& builder) {
    const ElementType type = builder.shape().type;
    Reduction reduction;
    reduction.initial = {builder.constant(type, 0)};
    reduction.combined = {builder.accumulator(0, type)};
    return builder.close_reduction(std::move(reduction));
}

template <typename T>
Elements<T> elements_as(ElementType type, const Tensor& tensor) {
    Elements<T> elements(tensor.elements());
    for (std::int64_t i = 0; i < elements.size(); ++i) {
        if constexpr (std::is_same_v<T, std::uint64_t>) {
            const std::int64_t value = tensor.integers()(i);
            elements(i) = static_cast<std::uint64_t>(is_pred(type) ? std::int64_t{value != 0} : wrap_to(type, value));
        } else if constexpr (std::is_same_v<T, double>) {
            const bool is_real = is_float(tensor.shape.type);
            elements(i) =
                round_to(type, is_real ? tensor.reals()(i) : as_double(tensor.shape.type, tensor.integers()(i)));
        } else {
            const ElementType from = tensor.shape.type;
            elements(i) =
                round_to(type, is_complex(from) ? tensor.complexes()(i)
                               : is_float(from) ? std::complex<double>(tensor.reals()(i))
                                                : std::complex<double>(as_double(from, tensor.integers()(i))));
        }
    }
    return elements;
}

template <typename T>
Tensor from_sums(const Shape& shape, const Elements<T>& sums) {
    Tensor result(shape);
    for (std::int64_t i = 0; i < sums.size(); ++i) {
        if constexpr (std::is_same_v<T, std::uint64_t>)
            result.integers()(i) = is_pred(shape.type) ? std::int64_t{sums(i) != 0}
                                                       : wrap_to(shape.type, static_cast<std::int64_t>(sums(i)));
        else if constexpr (std::is_same_v<T, double>)
            result.reals()(i) = round_fold(shape.type, sums(i));
        else
            result.complexes()(i) = round_to(shape.type, sums(i));
    }
    return result;
}

template Elements<std::uint64_t> elements_as(ElementType, const Tensor&);
template Elements<double> elements_as(ElementType, const Tensor&);
template Elements<std::complex<double>> elements_as(ElementType, const Tensor&);
template Tensor from_sums(const Shape&, const Elements<std::uint64_t>&);
template Tensor from_sums(const Shape&, const Elements<double>&);
template Tensor from_sums(const Shape&, const Elements<std::complex<double>>&);

} // namespace hlo2cpp
