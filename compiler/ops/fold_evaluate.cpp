// evaluate_fold: folds elements in the evaluator, without interpretation if the computation is one op.
#include <cmath>
#include <type_traits>

#include "evaluate/tensor.h"
#include "ops/combiner.h"
#include "ops/elementwise.h"
#include "ops/strided.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

double larger(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return a + b;
    return a > b || (a == b && std::signbit(b)) ? a : b;
}

std::int64_t wrapped(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

bool less(ElementType type, std::int64_t a, std::int64_t b) {
    return is_unsigned(type) ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b) : a < b;
}

// Calls run(combine) with the op as a function of two numbers; sums and products of floats are left in double.
template <typename Run>
void with_op(Opcode opcode, ElementType type, Tensor::Integers&, Run&& run) {
    using Number = std::int64_t;
    const auto bits = [](Number a) { return static_cast<std::uint64_t>(a); };
    if (opcode == Opcode::Add && is_pred(type)) return run([](Number a, Number b) { return a | b; });
    if (opcode == Opcode::Add) return run([&](Number a, Number b) { return wrapped(bits(a) + bits(b)); });
    if (opcode == Opcode::Multiply) return run([&](Number a, Number b) { return wrapped(bits(a) * bits(b)); });
    if (opcode == Opcode::Maximum) return run([&](Number a, Number b) { return less(type, a, b) ? b : a; });
    if (opcode == Opcode::Minimum) return run([&](Number a, Number b) { return less(type, b, a) ? b : a; });
    if (opcode == Opcode::And) return run([](Number a, Number b) { return a & b; });
    if (opcode == Opcode::Or) return run([](Number a, Number b) { return a | b; });
    return run([](Number a, Number b) { return a ^ b; });
}

template <typename Run>
void with_op(Opcode opcode, ElementType, Tensor::Reals&, Run&& run) {
    if (opcode == Opcode::Add) return run([](double a, double b) { return a + b; });
    if (opcode == Opcode::Multiply) return run([](double a, double b) { return a * b; });
    if (opcode == Opcode::Maximum) return run([](double a, double b) { return larger(a, b); });
    return run([](double a, double b) { return -larger(-a, -b); });
}

template <typename Run>
void with_op(Opcode opcode, ElementType, Tensor::Complexes&, Run&& run) {
    using Number = std::complex<double>;
    if (opcode == Opcode::Add) return run([](const Number& a, const Number& b) { return a + b; });
    if (opcode == Opcode::Multiply) return run([](const Number& a, const Number& b) { return complex_product(a, b); });
    const bool larger = opcode == Opcode::Maximum;
    return run([=](const Number& a, const Number& b) {
        return (larger ? a.real() >= b.real() : a.real() <= b.real()) ? a : b;
    });
}

template <typename Number>
Number fitted(ElementType type, const Number& value) {
    if constexpr (std::is_same_v<Number, std::int64_t>)
        return wrap_to(type, value);
    else if constexpr (std::is_same_v<Number, double>)
        return round_fold(type, value);
    else
        return round_to(type, value);
}

Tensor fold_simple(const EvaluateContext& context, Opcode opcode, const ElementsOf& elements_of) {
    const Shape& shape = context.shape();
    Tensor result(shape);
    std::visit(
        [&](auto& to) {
            using Array = std::decay_t<decltype(to)>;
            const auto& from = std::get<Array>(context.operand(0).data);
            const auto initial = std::get<Array>(context.operand(1).data)(0);
            with_op(opcode, shape.type, to, [&](auto&& combine) {
                std::vector<std::int64_t> offsets;
                std::int64_t element = 0;
                for_each_index(shape.dims, [&](const std::vector<std::int64_t>& index) {
                    const std::int64_t base = elements_of(index, offsets);
                    auto accumulator = initial;
                    for (const std::int64_t offset : offsets) accumulator = combine(accumulator, from(base + offset));
                    to(element++) = fitted(shape.type, accumulator);
                });
            });
        },
        result.data);
    return result;
}

// Rounds every element to the type of the tensor (or wraps it).
void fit(Tensor& tensor) {
    std::visit(
        [&](auto& data) {
            for (auto& value : data) value = fitted(tensor.shape.type, value);
        },
        tensor.data);
}

// Sets a scalar of the folded type to an element of `source`.
void set_scalar(Tensor& scalar, const Tensor& source, std::int64_t element) {
    scalar.copy_element(0, source, element);
    if (source.shape.type != scalar.shape.type) fit(scalar);
}

std::vector<Tensor> fold_one(const EvaluateContext& context, const std::vector<std::int64_t>& offsets,
                             std::int64_t base) {
    const std::size_t arrays = context.operands.size() / 2;
    const Computation& computation = context.module[context.instruction.called[0]];
    std::vector<Tensor> scalars; // accumulators, then elements
    for (const InstructionId parameter : computation.parameters)
        scalars.emplace_back(Shape::scalar(number_type(computation[parameter].shape.type)));
    for (std::size_t i = 0; i < arrays; ++i) set_scalar(scalars[i], context.operand(arrays + i), 0);
    std::vector<const Tensor*> arguments;
    for (const Tensor& scalar : scalars) arguments.push_back(&scalar);
    const bool wide = context.wide || folds_wide(context.shape());
    for (const std::int64_t offset : offsets) {
        for (std::size_t i = 0; i < arrays; ++i) set_scalar(scalars[arrays + i], context.operand(i), base + offset);
        Tensor next = context.call(context.instruction.called[0], arguments, wide);
        if (arrays == 1)
            scalars[0] = std::move(next);
        else
            std::move(next.tuple.begin(), next.tuple.end(), scalars.begin());
    }
    scalars.resize(arrays);
    return scalars;
}

} // namespace

Tensor evaluate_fold(const EvaluateContext& context, const std::vector<std::int64_t>& dims,
                     const ElementsOf& elements_of) {
    const std::size_t arrays = context.operands.size() / 2;
    const auto simple = simple_combiner(context.module[context.instruction.called[0]]);
    const bool one_type = context.operand(0).shape.type == context.shape().type;
    if (arrays == 1 && simple && one_type) return fold_simple(context, *simple, elements_of);
    Tensor result(context.shape());
    std::vector<std::int64_t> offsets;
    std::int64_t element = 0;
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        const std::int64_t base = elements_of(index, offsets);
        const std::vector<Tensor> folded = fold_one(context, offsets, base);
        for (std::size_t i = 0; i < arrays; ++i)
            (arrays == 1 ? result : result.tuple[i]).copy_element(element, folded[i], 0);
        ++element;
    });
    if (arrays == 1)
        fit(result);
    else
        for (Tensor& part : result.tuple) fit(part);
    return result;
}

} // namespace hlo2cpp
