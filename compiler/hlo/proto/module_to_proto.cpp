#include "hlo/proto/module_to_proto.h"

#include <algorithm>

#include "hlo/proto/attributes.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/literal.h"
#include "hlo/proto/notes.h"
#include "hlo/proto/origins.h"
#include "hlo/proto/shape.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::HloModuleProto;

// Ids of a proto begin with 1.
template <typename T>
std::int64_t proto_id(Id<T> id) {
    return static_cast<std::int64_t>(id.index()) + 1;
}

void write_metadata(const Metadata& metadata, HloInstructionProto& proto) {
    if (!metadata.op_name.empty()) proto.mutable_metadata()->set_op_name(metadata.op_name);
    if (!metadata.source_file.empty()) proto.mutable_metadata()->set_source_file(metadata.source_file);
    if (metadata.source_line != 0) proto.mutable_metadata()->set_source_line(metadata.source_line);
}

void write_called(const Instruction& instruction, HloInstructionProto& proto) {
    for (const ComputationId id : instruction.called) proto.add_called_computation_ids(proto_id(id));
    // The file has the body of a loop before its condition.
    if (instruction.opcode == Opcode::While && instruction.called.size() == 2)
        proto.mutable_called_computation_ids()->SwapElements(0, 1);
}

void write_instruction(const Instruction& instruction, HloInstructionProto& proto) {
    proto.set_name(instruction.name);
    proto.set_opcode(std::string(name_of(instruction.opcode)));
    *proto.mutable_shape() = shape_to_proto(instruction.shape);
    for (const InstructionId id : instruction.operands) proto.add_operand_ids(proto_id(id));
    for (const InstructionId id : instruction.control_predecessors) proto.add_control_predecessor_ids(proto_id(id));
    write_called(instruction, proto);
    attributes_to_proto(instruction.attributes, proto);
    if (instruction.opcode == Opcode::Fusion) proto.set_fusion_kind("kLoop"); // needed; the IR does not hold which
    if (instruction.literal) *proto.mutable_literal() = literal_to_proto(*instruction.literal);
    write_metadata(instruction.metadata, proto);
    notes_to_proto(instruction, proto);
    origins_to_proto(instruction.origins, proto);
}

void write_computation(const Computation& computation, HloComputationProto& proto) {
    proto.set_name(computation.name);
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        HloInstructionProto& instruction = *proto.add_instructions();
        instruction.set_id(proto_id(InstructionId(i)));
        write_instruction(computation.instructions[i], instruction);
    }
    proto.set_root_id(proto_id(computation.root));
    auto& shape = *proto.mutable_program_shape();
    for (const InstructionId parameter : computation.parameters) {
        *shape.add_parameters() = shape_to_proto(computation[parameter].shape);
        shape.add_parameter_names(computation[parameter].name);
    }
    *shape.mutable_result() = shape_to_proto(computation[computation.root].shape);
}

struct EntryShape {
    std::vector<Shape> parameters;
    Shape result;
};

bool is_of(const EntryShape& shape, const Computation& entry) {
    return same_shape(shape.result, entry[entry.root].shape) &&
           std::ranges::equal(shape.parameters, entry.parameters,
                              [&](const Shape& a, InstructionId b) { return same_shape(a, entry[b].shape); });
}

// The declared shapes if they fit the entry; else, after `lower`, the entry's own shapes, leaves in memory order.
EntryShape entry_shape_of(const Module& module) {
    const Computation& entry = module.entry_computation();
    EntryShape declared = {module.parameter_shapes, module.result_shape};
    if (is_of(declared, entry)) return declared;
    EntryShape own = {{}, entry[entry.root].shape};
    for (const InstructionId parameter : entry.parameters) own.parameters.push_back(entry[parameter].shape);
    return own;
}

using ShapeIndex = std::vector<std::int64_t>; // a path into nested tuples

// The paths of the leaves, depth first.
void add_leaves(const Shape& shape, ShapeIndex& path, std::vector<ShapeIndex>& leaves) {
    if (shape.is_array()) leaves.push_back(path);
    for (std::size_t i = 0; i < shape.tuple.size(); ++i) {
        path.push_back(static_cast<std::int64_t>(i));
        add_leaves(shape.tuple[i], path, leaves);
        path.pop_back();
    }
}

void write_aliases(const std::vector<Alias>& aliases, const EntryShape& shape, HloModuleProto& proto) {
    std::vector<ShapeIndex> results, parameters;
    ShapeIndex path;
    add_leaves(shape.result, path, results);
    for (std::size_t i = 0; i < shape.parameters.size(); ++i) {
        path = {static_cast<std::int64_t>(i)};
        add_leaves(shape.parameters[i], path, parameters);
    }
    for (const Alias& alias : aliases) {
        auto& entry = *proto.mutable_input_output_alias()->add_entries();
        const ShapeIndex& result = results.at(static_cast<std::size_t>(alias.output_leaf));
        const ShapeIndex& parameter = parameters.at(static_cast<std::size_t>(alias.parameter_leaf));
        entry.mutable_output_shape_index()->Assign(result.begin(), result.end());
        entry.set_parameter_number(parameter[0]);
        entry.mutable_parameter_shape_index()->Assign(parameter.begin() + 1, parameter.end());
        entry.set_kind(alias.must ? hlo2cpp_proto::MUST_ALIAS : hlo2cpp_proto::MAY_ALIAS);
    }
}

} // namespace

HloModuleProto module_to_proto(const Module& module) {
    HloModuleProto proto;
    proto.set_name(module.name);
    for (std::size_t c = 0; c < module.computations.size(); ++c) {
        HloComputationProto& computation = *proto.add_computations();
        computation.set_id(proto_id(ComputationId(c)));
        write_computation(module.computations[c], computation);
    }
    proto.set_entry_computation_id(proto_id(module.entry));
    proto.set_entry_computation_name(module.entry_computation().name);
    const EntryShape shape = entry_shape_of(module);
    auto& entry = *proto.mutable_host_program_shape();
    for (const Shape& parameter : shape.parameters) *entry.add_parameters() = shape_to_proto(parameter);
    *entry.mutable_result() = shape_to_proto(shape.result);
    write_aliases(module.aliases, shape, proto);
    if (module.devices.replicas > 1) proto.set_replica_count(module.devices.replicas);
    if (module.devices.partitions > 1) proto.set_num_partitions(module.devices.partitions);
    notes_to_proto(module, proto);
    return proto;
}

} // namespace hlo2cpp
