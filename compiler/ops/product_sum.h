// What dot and convolution share: results that are sums of products, in a type that may differ from the operands'.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {

// The type that products and sums are made in: that of the result, but f32 for narrower floats, f64 for f64 operands.
ElementType accumulate_type(ElementType result, ElementType lhs, ElementType rhs);
// Complains about a declared result type that the types of the two operands cannot give.
void require_product_types(const InferContext& context);
// The reduction sum = sum + lhs * rhs, rounded to the type of the instruction. Without operands there is nothing to
// add.
std::vector<ExprId> close_product_sum(ElementBuilder& builder, ExprId lhs, ExprId rhs,
                                      std::vector<Condition> conditions);
std::vector<ExprId> close_empty_sum(ElementBuilder& builder);

// The elements as numbers that sums are made of: std::uint64_t (wraps as every integer type does, after the last
// addition), double or std::complex<double>; rounded to `type` first.
template <typename T>
Elements<T> elements_as(ElementType type, const Tensor& tensor);
// Sums, rounded or wrapped to the type of the shape; a pred is true where at least one product was.
template <typename T>
Tensor from_sums(const Shape& shape, const Elements<T>& sums);

// compute(T{}) with the T that sums of this type are made in.
template <typename Compute>
Tensor with_sum_type(ElementType type, Compute&& compute) {
    if (is_complex(type)) return compute(std::complex<double>{});
    if (is_float(type)) return compute(double{});
    return compute(std::uint64_t{});
}

} // namespace hlo2cpp
