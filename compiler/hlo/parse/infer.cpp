#include "hlo/parse/infer.h"

#include <algorithm>

#include "hlo/proto/attributes.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/shape.h"
#include "ir/computation_builder.h"
#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::ShapeProto;

InstructionId add_parameter(Computation& computation, const ShapeProto& shape) {
    const InstructionId id(computation.instructions.size());
    Instruction parameter;
    parameter.name = "parameter";
    parameter.shape = shape_from_proto(shape);
    parameter.attributes.parameter_number = static_cast<std::int64_t>(computation.parameters.size());
    computation.instructions.push_back(std::move(parameter));
    computation.parameters.push_back(id);
    return id;
}

// The computation's parameters, and one more parameter for its result: an op's shape depends on nothing else.
Computation outline(const HloComputationProto& proto) {
    Computation computation;
    computation.name = proto.name();
    for (const ShapeProto& shape : proto.program_shape().parameters()) add_parameter(computation, shape);
    computation.root = add_parameter(computation, proto.program_shape().result());
    computation.parameters.pop_back();
    return computation;
}

// A module in which only the instruction, the last of the entry, is real.
Module module_around(const HloInstructionProto& instruction, OperandProtos operands,
                     std::span<const HloComputationProto* const> called) {
    Module module;
    module.computations.resize(1);
    module.entry = ComputationId(0);
    Instruction inferred;
    inferred.name = instruction.name();
    inferred.opcode = *opcode_from_name(instruction.opcode());
    inferred.attributes = attributes_from_proto(instruction);
    for (const HloComputationProto* computation : called) {
        inferred.called.emplace_back(module.computations.size());
        module.computations.push_back(outline(*computation));
    }
    // Order of the attributes: the condition of a loop before its body.
    if (inferred.opcode == Opcode::While && inferred.called.size() == 2)
        std::swap(inferred.called[0], inferred.called[1]);
    Computation& entry = module.computations[0];
    entry.name = "the computation";
    for (const HloInstructionProto* operand : operands)
        inferred.operands.push_back(add_parameter(entry, operand->shape()));
    // Ops whose result may have another type than their operands read the declared type; the default is the operand's
    // type.
    if (!operands.empty()) inferred.shape = Shape::array(entry.instructions.front().shape.type, {});
    entry.instructions.push_back(std::move(inferred));
    return module;
}

// The layout in which a transpose is a bitcast of the operand, as XLA infers it.
void keep_bytes_in_place(Shape& shape, const Shape& operand, const std::vector<std::int64_t>& permutation) {
    const std::vector<std::int64_t> inverse = inverse_permutation(permutation);
    for (const std::int64_t dim : operand.minor_to_major())
        shape.layout.minor_to_major.push_back(inverse[static_cast<std::size_t>(dim)]);
}

bool is_shape(const ShapeProto& proto, const Shape& shape) {
    const Shape candidate = shape_from_proto(proto);
    const bool same_layout =
        shape.layout.minor_to_major.empty() || candidate.minor_to_major() == shape.minor_to_major();
    return same_shape(candidate, shape) && candidate.dynamic == shape.dynamic && same_layout;
}

// Takes the layout of an operand or called computation of the same shape; for a tuple also element by element.
ShapeProto proto_of(const Shape& shape, OperandProtos operands, std::span<const HloComputationProto* const> called) {
    for (const HloInstructionProto* operand : operands)
        if (is_shape(operand->shape(), shape)) return operand->shape();
    for (const HloComputationProto* computation : called)
        if (is_shape(computation->program_shape().result(), shape)) return computation->program_shape().result();
    ShapeProto proto = shape_to_proto(shape);
    for (std::size_t i = 0; i < std::min(shape.tuple.size(), operands.size()); ++i)
        if (is_shape(operands[i]->shape(), shape.tuple[i]))
            *proto.mutable_tuple_shapes(static_cast<int>(i)) = operands[i]->shape();
    return proto;
}

} // namespace

ShapeProto infer_shape(const HloInstructionProto& instruction, OperandProtos operands,
                       std::span<const HloComputationProto* const> called) {
    const std::optional<Opcode> opcode = opcode_from_name(instruction.opcode());
    if (!opcode)
        throw InputError("unknown opcode \"" + printable(instruction.opcode(), 40) + "\": it is no HLO opcode");
    // Shape of a tuple's element without its other elements, which may be many.
    const std::int64_t index = instruction.tuple_index();
    if (*opcode == Opcode::GetTupleElement && operands.size() == 1 && index >= 0 &&
        index < operands[0]->shape().tuple_shapes_size())
        return operands[0]->shape().tuple_shapes(static_cast<int>(index));
    const Module module = module_around(instruction, operands, called);
    const InferContext context{module, module.computations[0], module.computations[0].instructions.back()};
    const OpDefinition* definition = definition_of(*opcode);
    std::optional<Shape> shape;
    if (definition != nullptr && !definition->declares_shape) shape = infer_shape(context);
    if (shape && *opcode == Opcode::Transpose)
        keep_bytes_in_place(*shape, context.operand(0), context.attributes().dimensions);
    // XLA's result has the type of the initial value, whatever its computation gives.
    if (shape && *opcode == Opcode::ReduceWindow && shape->is_array()) shape->type = context.operand(1).type;
    if (!shape)
        throw InputError("the shape of " + instruction.opcode() +
                         " does not follow from its operands: write it before the opcode");
    return proto_of(*shape, operands, called);
}

} // namespace hlo2cpp
