#include "ops/infer_unsupported.h"

#include <map>

namespace hlo2cpp {
namespace {

using Infer = Shape (*)(const InferContext&);

const Shape& operand(const InferContext& context, std::size_t i) {
    context.require(i < context.operand_count(), "it needs at least " + std::to_string(i + 1) + " operands");
    return context.operand(i);
}

Shape first_operand(const InferContext& context) {
    return operand(context, 0);
}

Shape second_operand(const InferContext& context) {
    return operand(context, 1);
}

Shape token(const InferContext&) {
    return Shape::token();
}

Shape device_number(const InferContext&) {
    return Shape::scalar(ElementType::U32);
}

// One result as it is, several as a tuple.
Shape all_operands(const InferContext& context, std::size_t count) {
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i) shapes.push_back(operand(context, i));
    return count == 1 ? shapes[0] : Shape::tuple_of(std::move(shapes));
}

Shape with_type(Shape shape, ElementType type) {
    shape.type = type;
    return shape;
}

// The real type that a complex one consists of; itself where it is real.
ElementType part_type(ElementType type) {
    return type == ElementType::C64 ? ElementType::F32 : type == ElementType::C128 ? ElementType::F64 : type;
}

Shape part(const InferContext& context) {
    const Shape& x = first_operand(context);
    return with_type(x, part_type(x.type));
}

Shape complex_of(const InferContext& context) {
    const Shape& x = first_operand(context);
    return with_type(x, x.type == ElementType::F64 ? ElementType::C128 : ElementType::C64);
}

Shape result_of_first_called(const InferContext& context) {
    const Computation& called = context.called(0);
    return called[called.root].shape;
}

Shape map(const InferContext& context) {
    return with_type(first_operand(context), result_of_first_called(context).type);
}

Shape batch_norm(const InferContext& context) {
    const Shape& x = first_operand(context);
    const std::int64_t feature = context.attributes().feature_index;
    context.require(feature >= 0 && feature < static_cast<std::int64_t>(x.rank()),
                    "the operand has no dimension feature_index");
    const Shape statistics = Shape::array(x.type, {x.dims[static_cast<std::size_t>(feature)]});
    return Shape::tuple_of({x, statistics, statistics});
}

const std::map<Opcode, Infer> kInfer = {
    {Opcode::Acos, first_operand},
    {Opcode::Acosh, first_operand},
    {Opcode::AddDependency, first_operand},
    {Opcode::AfterAll, token},
    {Opcode::Asin, first_operand},
    {Opcode::Asinh, first_operand},
    {Opcode::Atan, first_operand},
    {Opcode::Atanh, first_operand},
    {Opcode::BatchNormGrad, batch_norm},
    {Opcode::BatchNormTraining, batch_norm},
    {Opcode::Cholesky, first_operand},
    {Opcode::Complex, complex_of},
    {Opcode::Conditional, result_of_first_called},
    {Opcode::Cosh, first_operand},
    {Opcode::Domain, first_operand},
    {Opcode::GetDimensionSize, [](const InferContext&) { return Shape::scalar(ElementType::S32); }},
    {Opcode::Imag, part},
    {Opcode::Map, map},
    {Opcode::OptBarrier, first_operand},
    {Opcode::PartitionId, device_number},
    {Opcode::Real, part},
    {Opcode::ReplicaId, device_number},
    {Opcode::Scatter, [](const InferContext& context) { return all_operands(context, context.operand_count() / 2); }},
    {Opcode::SelectAndScatter, first_operand},
    {Opcode::Sinh, first_operand},
    {Opcode::Sort, [](const InferContext& context) { return all_operands(context, context.operand_count()); }},
    {Opcode::TriangularSolve, second_operand},
};

} // namespace

std::optional<Shape> infer_unsupported(const InferContext& context) {
    const auto found = kInfer.find(context.instruction.opcode);
    if (found == kInfer.end()) return std::nullopt;
    return found->second(context);
}

} // namespace hlo2cpp
