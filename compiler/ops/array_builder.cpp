#include "ops/array_builder.h"

#include <memory>

#include "evaluate/tensor.h"

namespace hlo2cpp {

InstructionId ArrayBuilder::unary(Opcode opcode, InstructionId a) {
    return builder_.apply(opcode, shape_of(a), {a});
}

InstructionId ArrayBuilder::binary(Opcode opcode, InstructionId a, InstructionId b) {
    return builder_.apply(opcode, shape_of(a), {a, b});
}

InstructionId ArrayBuilder::constant(const Tensor& tensor) const {
    return builder_.constant(std::make_shared<const Literal>(to_literal(tensor)));
}

InstructionId ArrayBuilder::convert(ElementType type, InstructionId a) {
    if (shape_of(a).type == type) return a;
    return builder_.apply(Opcode::Convert, Shape::array(type, shape_of(a).dims), {a});
}

InstructionId ArrayBuilder::bitcast(ElementType type, InstructionId a) {
    if (shape_of(a).type == type) return a;
    return builder_.apply(Opcode::BitcastConvert, Shape::array(type, shape_of(a).dims), {a});
}

InstructionId ArrayBuilder::number(Shape shape, double value) {
    return broadcast(builder_.constant(scalar_literal(shape.type, value)), std::move(shape.dims));
}

InstructionId ArrayBuilder::integer(Shape shape, std::uint64_t value) {
    Tensor tensor(Shape::scalar(shape.type));
    tensor.integers()(0) = wrap_to(shape.type, static_cast<std::int64_t>(value));
    return broadcast(builder_.constant(std::make_shared<const Literal>(to_literal(tensor))), std::move(shape.dims));
}

InstructionId ArrayBuilder::select(InstructionId predicate, InstructionId on_true, InstructionId on_false) {
    return builder_.apply(Opcode::Select, shape_of(on_true), {predicate, on_true, on_false});
}

InstructionId ArrayBuilder::compare(ComparisonDirection direction, InstructionId a, InstructionId b) {
    const InstructionId id = builder_.apply(Opcode::Compare, Shape::array(ElementType::Pred, shape_of(a).dims), {a, b});
    builder_[id].attributes.direction = direction;
    return id;
}

InstructionId ArrayBuilder::iota(const Shape& shape, std::int64_t dimension) {
    const InstructionId id = builder_.apply(Opcode::Iota, Shape::array(shape.type, shape.dims), {});
    builder_[id].attributes.dimensions = {dimension};
    return id;
}

InstructionId ArrayBuilder::spread(InstructionId vector, const Shape& shape, std::int64_t dimension) {
    return builder_.broadcast(vector, shape.dims, {dimension});
}

InstructionId ArrayBuilder::spread(InstructionId array, const std::vector<std::int64_t>& dims,
                                   std::vector<std::int64_t> dimensions) {
    return shape_of(array).dims == dims ? array : builder_.broadcast(array, dims, std::move(dimensions));
}

InstructionId ArrayBuilder::reshape(InstructionId a, std::vector<std::int64_t> dims) {
    return shape_of(a).dims == dims ? a : builder_.reshape(a, std::move(dims));
}

InstructionId ArrayBuilder::transpose(InstructionId a, std::vector<std::int64_t> permutation) {
    return is_identity(permutation) ? a : builder_.transpose(a, std::move(permutation));
}

InstructionId ArrayBuilder::broadcast(InstructionId scalar, std::vector<std::int64_t> dims) {
    return dims.empty() ? scalar : builder_.broadcast(scalar, std::move(dims), {});
}

InstructionId ArrayBuilder::slice(InstructionId array, std::size_t dimension, std::int64_t begin, std::int64_t end,
                                  std::int64_t stride) {
    Shape shape = Shape::array(shape_of(array).type, shape_of(array).dims);
    if (begin == 0 && end == shape.dims[dimension] && stride == 1) return array;
    std::vector<SliceDimension> slice;
    for (const std::int64_t size : shape.dims) slice.push_back({.start = 0, .limit = size});
    slice[dimension] = {.start = begin, .limit = end, .stride = stride};
    shape.dims[dimension] = (end - begin + stride - 1) / stride;
    const InstructionId id = builder_.apply(Opcode::Slice, shape, {array});
    builder_[id].attributes.slice = std::move(slice);
    return id;
}

InstructionId ArrayBuilder::reverse(InstructionId array, std::int64_t dimension) {
    const InstructionId id = unary(Opcode::Reverse, array);
    builder_[id].attributes.dimensions = {dimension};
    return id;
}

InstructionId ArrayBuilder::concatenate(const Values& pieces, std::int64_t dimension) {
    Shape shape = Shape::array(shape_of(pieces[0]).type, shape_of(pieces[0]).dims);
    const auto d = static_cast<std::size_t>(dimension);
    shape.dims[d] = 0;
    for (const InstructionId piece : pieces) shape.dims[d] += shape_of(piece).dims[d];
    const InstructionId id = builder_.apply(Opcode::Concatenate, shape, pieces);
    builder_[id].attributes.dimensions = {dimension};
    return id;
}

InstructionId ArrayBuilder::dot(InstructionId lhs, InstructionId rhs, DotDimensions dimensions, const Shape& result) {
    const InstructionId id = builder_.apply(Opcode::Dot, result, {lhs, rhs});
    builder_[id].attributes.dot = std::move(dimensions);
    return id;
}

InstructionId complex(ArrayBuilder& e, InstructionId re, InstructionId im) {
    const Shape& shape = e.shape_of(re);
    const ElementType type = shape.type == ElementType::F64 ? ElementType::C128 : ElementType::C64;
    return e.builder().apply(Opcode::Complex, Shape::array(type, shape.dims), {re, im});
}

InstructionId real_part(ArrayBuilder& e, InstructionId a) {
    const Shape& shape = e.shape_of(a);
    if (!is_complex(shape.type)) return a;
    return e.builder().apply(Opcode::Real, Shape::array(part_type(shape.type), shape.dims), {a});
}

InstructionId imaginary_part(ArrayBuilder& e, InstructionId a) {
    const Shape& shape = e.shape_of(a);
    return e.builder().apply(Opcode::Imag, Shape::array(part_type(shape.type), shape.dims), {a});
}

InstructionId conjugate(ArrayBuilder& e, InstructionId a) {
    if (!is_complex(e.shape_of(a).type)) return a;
    return complex(e, real_part(e, a), e.unary(Opcode::Negate, imaginary_part(e, a)));
}

} // namespace hlo2cpp
