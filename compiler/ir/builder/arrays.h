// Operations that make arrays, move their elements, or join and split tuples.
#pragma once

#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "ir/builder/builder.h"

namespace hlo2cpp::builder {

Op Parameter(Builder& builder, std::int64_t parameter_number, const Shape& shape, const std::string& name);
// The literal as a constant; if all its elements are equal, a scalar constant, broadcast.
Op ConstantLiteral(Builder& builder, Literal literal);
// The scalar of the type nearest to the value; an integer has its low bits.
Op ConstantR0WithType(Builder& builder, ElementType type, double value);
Op ScalarLike(Op prototype, double value); // the same, of the type of `prototype`
Op Iota(Builder& builder, const Shape& shape, std::int64_t iota_dimension);
Op Iota(Builder& builder, ElementType type, std::int64_t size);

// New dimensions of these sizes come first.
Op Broadcast(Op operand, const Sizes& broadcast_sizes);
// Dimension i of the operand becomes dimension broadcast_dimensions[i]; one of extent 1 expands.
Op BroadcastInDim(Op operand, const Sizes& out_dim_size, const Sizes& broadcast_dimensions);
// Expands a scalar, or the dimensions of extent 1 of an array, to these sizes; the operand itself if it has them.
Op ExpandInDim(Op operand, const Sizes& sizes);
// The dimensions, which must follow each other, become one.
Op Collapse(Op operand, const Sizes& dimensions);
Op Reshape(Op operand, const Sizes& dimensions);
// Elements in the order in which `dimensions` has the operand's dimensions, slowest first.
Op Reshape(Op operand, const Sizes& dimensions, const Sizes& new_sizes);
Op DynamicReshape(Op operand, const Ops& dim_sizes, const Sizes& new_size_bounds,
                  const std::vector<bool>& dims_are_dynamic);
Op Transpose(Op operand, const Sizes& permutation);
Op Rev(Op operand, const Sizes& dimensions);
Op Pad(Op operand, Op padding_value, const std::vector<PaddingDimension>& padding_config);
Op PadInDim(Op operand, Op padding_value, std::int64_t dimno, std::int64_t pad_lo, std::int64_t pad_hi);
Op Slice(Op operand, const Sizes& start_indices, const Sizes& limit_indices, const Sizes& strides);
Op SliceInDim(Op operand, std::int64_t start_index, std::int64_t limit_index, std::int64_t stride, std::int64_t dimno);
Op DynamicSlice(Op operand, const Ops& start_indices, const Sizes& slice_sizes);
Op DynamicUpdateSlice(Op operand, Op update, const Ops& start_indices);
Op ConcatInDim(Builder& builder, const Ops& operands, std::int64_t dimension);
Op Gather(Op input, Op start_indices, const GatherDimensions& dimension_numbers, const Sizes& slice_sizes);

Op Tuple(Builder& builder, const Ops& elements);
Op GetTupleElement(Op tuple_data, std::int64_t index);

Op GetDimensionSize(Op operand, std::int64_t dimension);
Op SetDimensionSize(Op operand, Op val, std::int64_t dimension);
Op RemoveDynamicDimension(Op operand, std::int64_t dimension); // its size is the bound again

// The element type of C++'s bool, integers, float and double.
template <typename T>
constexpr ElementType element_type_of() {
    if constexpr (std::is_same_v<T, bool>) return ElementType::Pred;
    if constexpr (std::is_same_v<T, float>) return ElementType::F32;
    if constexpr (std::is_same_v<T, double>) return ElementType::F64;
    constexpr bool is_signed = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1) return is_signed ? ElementType::S8 : ElementType::U8;
    if constexpr (sizeof(T) == 2) return is_signed ? ElementType::S16 : ElementType::U16;
    if constexpr (sizeof(T) == 4) return is_signed ? ElementType::S32 : ElementType::U32;
    return is_signed ? ElementType::S64 : ElementType::U64;
}

template <typename T>
Op ConstantR0(Builder& builder, T value) {
    Literal literal = Literal::zeros(Shape::scalar(element_type_of<T>()));
    literal.set(0, value);
    return ConstantLiteral(builder, std::move(literal));
}
template <typename T>
Op ConstantR1(Builder& builder, std::initializer_list<T> values) {
    Literal literal = Literal::zeros(Shape::array(element_type_of<T>(), {static_cast<std::int64_t>(values.size())}));
    std::int64_t i = 0;
    for (const T value : values) literal.set(i++, value);
    return ConstantLiteral(builder, std::move(literal));
}
void require_row_length(std::int64_t length, std::int64_t columns);
// Rows of equal length.
template <typename T>
Op ConstantR2(Builder& builder, std::initializer_list<std::initializer_list<T>> values) {
    const auto rows = static_cast<std::int64_t>(values.size());
    const std::int64_t columns = rows == 0 ? 0 : static_cast<std::int64_t>(values.begin()->size());
    Literal literal = Literal::zeros(Shape::array(element_type_of<T>(), {rows, columns}));
    std::int64_t i = 0;
    for (const std::initializer_list<T>& row : values) {
        require_row_length(static_cast<std::int64_t>(row.size()), columns);
        for (const T value : row) literal.set(i++, value);
    }
    return ConstantLiteral(builder, std::move(literal));
}

} // namespace hlo2cpp::builder
