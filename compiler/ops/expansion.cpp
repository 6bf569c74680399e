#include "ops/expansion.h"

#include <memory>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

Computation addition(ElementType type) {
    ComputationBuilder builder("add");
    Instruction source;
    source.name = "sum";
    source.origins = {source.name};
    builder.stand_for(source);
    const InstructionId a = builder.parameter(Shape::scalar(type)), b = builder.parameter(Shape::scalar(type));
    const InstructionId root = builder.apply(Opcode::Add, Shape::scalar(type), {a, b});
    return std::move(builder).build(root);
}

} // namespace

InstructionId Expansion::unary(Opcode opcode, InstructionId a) {
    return builder_.apply(opcode, shape_of(a), {a});
}

InstructionId Expansion::binary(Opcode opcode, InstructionId a, InstructionId b) {
    return builder_.apply(opcode, shape_of(a), {a, b});
}

InstructionId Expansion::complex(InstructionId re, InstructionId im) {
    const Shape& shape = shape_of(re);
    const ElementType type = shape.type == ElementType::F64 ? ElementType::C128 : ElementType::C64;
    return builder_.apply(Opcode::Complex, Shape::array(type, shape.dims), {re, im});
}

InstructionId Expansion::real(InstructionId a) {
    const Shape& shape = shape_of(a);
    if (!is_complex(shape.type)) return a;
    return builder_.apply(Opcode::Real, Shape::array(part_type(shape.type), shape.dims), {a});
}

InstructionId Expansion::imag(InstructionId a) {
    const Shape& shape = shape_of(a);
    return builder_.apply(Opcode::Imag, Shape::array(part_type(shape.type), shape.dims), {a});
}

InstructionId Expansion::conjugate(InstructionId a) {
    return is_complex(shape_of(a).type) ? complex(real(a), unary(Opcode::Negate, imag(a))) : a;
}

InstructionId Expansion::constant(const Tensor& tensor) const {
    return builder_.constant(std::make_shared<const Literal>(to_literal(tensor)));
}

InstructionId Expansion::convert(ElementType type, InstructionId a) {
    if (shape_of(a).type == type) return a;
    return builder_.apply(Opcode::Convert, Shape::array(type, shape_of(a).dims), {a});
}

InstructionId Expansion::number(Shape shape, double value) {
    return broadcast(builder_.constant(scalar_literal(shape.type, value)), std::move(shape.dims));
}

InstructionId Expansion::integer(Shape shape, std::uint64_t value) {
    Tensor tensor(Shape::scalar(shape.type));
    tensor.integers()(0) = wrap_to(shape.type, static_cast<std::int64_t>(value));
    return broadcast(builder_.constant(std::make_shared<const Literal>(to_literal(tensor))), std::move(shape.dims));
}

InstructionId Expansion::bitcast(ElementType type, InstructionId a) {
    if (shape_of(a).type == type) return a;
    return builder_.apply(Opcode::BitcastConvert, Shape::array(type, shape_of(a).dims), {a});
}

InstructionId Expansion::select(InstructionId predicate, InstructionId on_true, InstructionId on_false) {
    return builder_.apply(Opcode::Select, shape_of(on_true), {predicate, on_true, on_false});
}

InstructionId Expansion::spread(InstructionId vector, const Shape& shape, std::int64_t dimension) {
    return builder_.broadcast(vector, shape.dims, {dimension});
}

InstructionId Expansion::sum_to(InstructionId array, std::int64_t dimension) {
    const Shape shape = shape_of(array);
    const std::int64_t kept = shape.dims[static_cast<std::size_t>(dimension)];
    const InstructionId sum =
        builder_.apply(Opcode::Reduce, Shape::array(shape.type, {kept}), {array, number(Shape::scalar(shape.type), 0)});
    for (std::size_t d = 0; d < shape.rank(); ++d)
        if (static_cast<std::int64_t>(d) != dimension)
            builder_[sum].attributes.dimensions.push_back(static_cast<std::int64_t>(d));
    builder_[sum].called = {computations_.add(addition(shape.type))};
    return sum;
}

} // namespace hlo2cpp
