// abs: |x|. Integers wrap (abs(MIN) = MIN); a complex number gives its modulus, a real number.
#include "ops/elementwise.h"

#include <algorithm>
#include <cmath>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

constexpr Formula kAbs = {
    .kinds = kSigned | kFloat | kComplex,
    .integer = [](ElementType, const std::int64_t* x) { return x[0] < 0 ? as_signed(0 - as_unsigned(x[0])) : x[0]; },
    .real = [](const double* x) { return std::abs(x[0]); },
    .helper = "abs",
    .closed = true};

Shape infer_abs(const InferContext& context) {
    Shape shape = infer_elementwise(context);
    shape.type = part_type(shape.type);
    return shape;
}

Tensor evaluate_abs(const EvaluateContext& context) {
    if (!is_complex(context.operand(0).shape.type)) return evaluate_elementwise(context);
    Tensor result(context.shape());
    const Tensor::Complexes& x = context.operand(0).complexes();
    for (std::int64_t i = 0; i < x.size(); ++i)
        result.reals()(i) = round_to(context.shape().type, std::hypot(x(i).real(), x(i).imag()));
    return result;
}

tree::Expression print_abs(const PrintContext& context) {
    if (is_complex(context.types[0])) return tree::call("abs", context.types[0], {context.operands[0]});
    return print_elementwise(context);
}

// Clears the sign bit and keeps all others.
tree::Expression print_vector_abs(const PrintContext& context) {
    const ElementType type = bits_type(context.type());
    const std::uint64_t mask = ~std::uint64_t{0} >> (65 - info(type).bits);
    const tree::Expression bits = tree::binary(tree::Operator::And, as_bits(context, context.operands[0]),
                                               tree::literal(type, reinterpret_cast<const std::byte*>(&mask)));
    return as_numbers(context, bits);
}

Range range_abs(const RangeContext& x) {
    const Range& a = x.operand(0);
    return a.begin >= 0 ? a : from_to(std::max<std::int64_t>(0, -a.last()), std::max(-a.begin, a.last()));
}

} // namespace

const OpDefinition op_abs =
    elementwise(kAbs, {.print = print_abs, .print_vector = print_vector_abs, .range = range_abs},
                {.infer = infer_abs, .evaluate = evaluate_abs, .exact = true});

} // namespace hlo2cpp
