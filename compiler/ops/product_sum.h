// Sums of products in dot and convolution; the type of the result may differ from the operands' types.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {

// The type of products and sums: the result's type, but f32 for narrower floats, f64 for f64 operands.
ElementType accumulate_type(ElementType result, ElementType lhs, ElementType rhs);
// Complains about a declared result type that the types of the two operands cannot give.
void require_product_types(const InferContext& context);
// The reduction sum = sum + lhs * rhs, rounded to the type of the instruction. Without operands the sum stays empty.
std::vector<ExprId> close_product_sum(ElementBuilder& builder, ExprId lhs, ExprId rhs,
                                      std::vector<Condition> conditions);
std::vector<ExprId> close_empty_sum(ElementBuilder& builder);

// The elements as numbers of the sum's type: std::uint64_t (wraps like every integer type, after the last addition),
// double or std::complex<double>; rounded to `type` first.
template <typename T>
Elements<T> elements_as(ElementType type, const Tensor& tensor);
// Sums, rounded or wrapped to the type of the shape; a pred is true if at least one product is.
template <typename T>
Tensor from_sums(const Shape& shape, const Elements<T>& sums);

// Calls compute(T{}) with the T of sums of this type.
template <typename Compute>
Tensor with_sum_type(ElementType type, Compute&& compute) {
    if (is_complex(type)) return compute(std::complex<double>{});
    if (is_float(type)) return compute(double{});
    return compute(std::uint64_t{});
}

} // namespace hlo2cpp
