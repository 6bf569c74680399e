#include "hlo/proto/proto_to_module.h"

#include <map>
#include <unordered_set>

#include "hlo/proto/computation.h"
#include "hlo/proto/devices.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/notes.h"
#include "hlo/proto/shape.h"
#include "hlo/proto/upgrade.h"
#include "support/dependency_order.h"
#include "support/diagnostics.h"
#include "support/listed.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloModuleProto;

using ShapeIndex = std::vector<std::int64_t>; // a path into nested tuples

// Number of each leaf of a shape by its path; -1 for tuples and tokens. Paths of parameter leaves begin with the
// parameter's number.
using LeafTable = std::map<ShapeIndex, std::int64_t>;

void add_leaves(const Shape& shape, ShapeIndex& path, std::int64_t& count, LeafTable& table) {
    table.emplace(path, shape.is_array() ? count++ : -1);
    for (std::size_t i = 0; i < shape.tuple.size(); ++i) {
        path.push_back(static_cast<std::int64_t>(i));
        add_leaves(shape.tuple[i], path, count, table);
        path.pop_back();
    }
}

// Reports all unknown opcodes at once.
void check_opcodes(const ProtoModule& source) {
    std::vector<std::string> unknown;
    std::unordered_set<std::string> seen;
    Diagnostic first;
    for (int c = 0; c < source.proto->computations_size(); ++c) {
        const auto& computation = source.proto->computations(c);
        for (int i = 0; i < computation.instructions_size(); ++i) {
            const auto& instruction = computation.instructions(i);
            if (opcode_in_file(instruction.opcode()) || !seen.insert(instruction.opcode()).second) continue;
            unknown.push_back("\"" + printable(instruction.opcode(), 40) + "\" (of " +
                              printable(instruction.name(), 40) + ")");
            if (unknown.size() > 1) continue;
            first.instruction =
                printable(instruction.name(), 80) + ", in computation " + printable(computation.name(), 80);
            if (!source.places.empty())
                first.place = source.places[static_cast<std::size_t>(c)][static_cast<std::size_t>(i)];
        }
    }
    if (unknown.empty()) return;
    const bool one = unknown.size() == 1;
    first.message = (one ? "unknown opcode " : "unknown opcodes ") + listed(unknown) +
                    (one ? ": it is no HLO opcode" : ": they are no HLO opcodes");
    throw InputError(first);
}

// Callees before callers, the entry's callees in the order of their first call: the same order for all spellings of a
// module.
void order_computations(Module& module) {
    std::vector<std::vector<std::size_t>> called(module.computations.size());
    for (std::size_t c = 0; c < called.size(); ++c)
        for (const Instruction& instruction : module.computations[c].instructions)
            for (ComputationId id : instruction.called) called[c].push_back(id.index());
    const DependencyOrder result = dependency_order(called, {module.entry.index()});
    if (!result.cycle.empty()) {
        const Computation& caller = module.computations[result.cycle.front()];
        const std::size_t callee = result.cycle[1 % result.cycle.size()];
        Diagnostic error{
            .message =
                "computation " + printable(caller.name, 80) + " calls itself" +
                (result.cycle.size() > 1 ? ", by way of " + printable(module.computations[callee].name, 80) : "") +
                "; HLO has no recursion"};
        for (const Instruction& instruction : caller.instructions)
            for (ComputationId id : instruction.called)
                if (id.index() == callee && error.instruction.empty()) {
                    error.instruction = describe(caller, instruction);
                    error.op_name = describe_origin(instruction.metadata);
                    error.place = instruction.place;
                }
        throw InputError(error);
    }

    std::vector<ComputationId> moved(called.size());
    std::vector<Computation> ordered;
    ordered.reserve(called.size());
    for (std::size_t i = 0; i < result.order.size(); ++i) {
        moved[result.order[i]] = ComputationId(i);
        ordered.push_back(std::move(module.computations[result.order[i]]));
    }
    module.computations = std::move(ordered);
    module.entry = moved[module.entry.index()];
    for (Computation& computation : module.computations)
        for (Instruction& instruction : computation.instructions)
            for (ComputationId& id : instruction.called) id = moved[id.index()];
}

// Reads the entry's shapes with the layouts that its caller wants, if the module names them. The verifier checks that
// the shapes agree otherwise.
void read_program_shape(const HloModuleProto& proto, Module& module) {
    const Computation& entry = module.entry_computation();
    for (InstructionId id : entry.parameters) module.parameter_shapes.push_back(entry[id].shape);
    module.result_shape = entry[entry.root].shape;
    if (!proto.has_host_program_shape()) return;

    const auto& host = proto.host_program_shape();
    const auto declared = static_cast<std::size_t>(host.parameters_size());
    if (declared != module.parameter_shapes.size())
        throw InputError("entry_computation_layout has " + std::to_string(declared) +
                         " parameters, the entry computation " + std::to_string(module.parameter_shapes.size()));
    for (std::size_t i = 0; i < declared; ++i)
        module.parameter_shapes[i] = shape_from_proto(host.parameters(static_cast<int>(i)));
    if (host.has_result()) module.result_shape = shape_from_proto(host.result());
}

std::int64_t leaf_of(const LeafTable& table, const ShapeIndex& path, const char* what) {
    const auto found = table.find(path);
    if (found != table.end()) return found->second;
    std::string text;
    for (std::int64_t step : path) text += (text.empty() ? "" : ",") + std::to_string(step);
    throw InputError(std::string("input_output_alias names ") + what + " {" + text + "}, which does not exist");
}

void read_aliases(const HloModuleProto& proto, Module& module) {
    if (proto.input_output_alias().entries_size() == 0) return;
    LeafTable results;
    LeafTable parameters;
    ShapeIndex path;
    std::int64_t count = 0;
    add_leaves(module.result_shape, path, count, results);
    count = 0;
    for (std::size_t i = 0; i < module.parameter_shapes.size(); ++i) {
        path = {static_cast<std::int64_t>(i)};
        add_leaves(module.parameter_shapes[i], path, count, parameters);
    }
    std::unordered_set<std::int64_t> used_results;
    std::unordered_set<std::int64_t> used_parameters;
    for (const auto& entry : proto.input_output_alias().entries()) {
        ShapeIndex parameter = {entry.parameter_number()};
        parameter.insert(parameter.end(), entry.parameter_shape_index().begin(), entry.parameter_shape_index().end());
        const Alias alias{
            .output_leaf =
                leaf_of(results, {entry.output_shape_index().begin(), entry.output_shape_index().end()}, "result"),
            .parameter_leaf = leaf_of(parameters, parameter, "parameter"),
            .must = entry.kind() == hlo2cpp_proto::MUST_ALIAS};
        if (alias.output_leaf < 0 || alias.parameter_leaf < 0)
            continue; // of a tuple's table of pointers, which nobody has
        if (!used_results.insert(alias.output_leaf).second || !used_parameters.insert(alias.parameter_leaf).second)
            throw InputError("input_output_alias names a result or a parameter twice");
        module.aliases.push_back(alias);
    }
}

ModuleTables index_computations(const HloModuleProto& proto) {
    ModuleTables tables{.frames = proto.stack_frame_index()};
    for (int c = 0; c < proto.computations_size(); ++c)
        if (!tables.computations.emplace(proto.computations(c).id(), static_cast<std::size_t>(c)).second)
            throw InputError("two computations have the id " + std::to_string(proto.computations(c).id()) +
                             "; the second is " + printable(proto.computations(c).name(), 80));
    for (const auto& sequence : proto.schedule().sequences())
        tables.schedules[sequence.key()] = {sequence.value().instruction_ids().begin(),
                                            sequence.value().instruction_ids().end()};
    return tables;
}

} // namespace

Module module_from_proto(const ProtoModule& source) {
    const HloModuleProto& proto = *source.proto;
    Module module;
    module.name = proto.name();
    module.source = source.proto;
    module.notes = notes_from_proto(proto);
    module.devices = devices_from(proto);
    if (proto.computations_size() == 0) throw InputError("the module has no computations");
    check_opcodes(source);
    const ModuleTables tables = index_computations(proto);
    const auto entry = tables.computations.find(proto.entry_computation_id());
    if (entry == tables.computations.end())
        throw InputError("the entry computation has the id " + std::to_string(proto.entry_computation_id()) +
                         ", which no computation has");
    module.entry = ComputationId(entry->second);
    static const std::vector<TextPlace> kNoPlaces;
    for (int c = 0; c < proto.computations_size(); ++c)
        module.computations.push_back(
            computation_from_proto(proto.computations(c), tables,
                                   source.places.empty() ? kNoPlaces : source.places[static_cast<std::size_t>(c)]));
    upgrade(module);
    order_computations(module);
    read_program_shape(proto, module);
    read_aliases(proto, module);
    return module;
}

} // namespace hlo2cpp
