#include "fuse/fuse.h"

#include <algorithm>

#include "fuse/counting.h"
#include "fuse/fused_kernels.h"
#include "fuse/loop_variables.h"
#include "fuse/partition.h"
#include "fuse/searches.h"
#include "fuse/sorted_front.h"
#include "fuse/unread_steps.h"
#include "fuse/value_ranges.h"
#include "ops/effects.h"
#include "ops/feed.h"
#include "ops/op.h"
#include "ops/regions.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::vector<InstructionId> results_of(const Computation& computation) {
    const Instruction& root = computation[computation.root];
    return root.opcode == Opcode::Tuple ? root.operands : std::vector{computation.root};
}

class Fuser {
public:
    Fuser(const Module& module, const std::vector<StateArray>& state)
        : module_(module), state_(state), effects_(module) {}

    Kernels run() {
        const Computation& entry = module_.entry_computation();
        Entry made;
        for (const InstructionId id : entry.parameters) {
            const Instruction& parameter = entry[id];
            made.parameters.push_back(fused_.add_value(ValueKind::Parameter, parameter));
            fused_.kernels.values.back().leaf = parameter.attributes.parameter_number;
        }
        keep_state(made);
        made.region = build_region(entry, made.parameters, results_of(entry), made.results);
        made.written_into.resize(made.results.size());
        for (const Alias& alias : module_.aliases) write_into(made, alias.output_leaf, alias.parameter_leaf);
        for (const StateArray& array : state_) write_into(made, array.result_leaf, array.parameter_leaf);
        fused_.kernels.entries.push_back(std::move(made));
        return std::move(fused_.kernels);
    }

private:
    void keep_state(const Entry& entry) {
        for (const StateArray& array : state_) {
            Value& value =
                fused_.kernels.values[entry.parameters[static_cast<std::size_t>(array.parameter_leaf)].index()];
            value.kind = ValueKind::State;
            value.literal = array.initial;
        }
    }

    static void write_into(Entry& entry, std::int64_t result_leaf, std::int64_t parameter_leaf) {
        const auto result = static_cast<std::size_t>(result_leaf), parameter = static_cast<std::size_t>(parameter_leaf);
        check_internal(result < entry.results.size() && parameter < entry.parameters.size(),
                       "an alias names a leaf that does not exist");
        ValueId& into = entry.written_into[result];
        const ValueId wanted = entry.parameters[parameter];
        check_internal(into == wanted || std::ranges::find(entry.written_into, wanted) == entry.written_into.end(),
                       "two results alias one parameter");
        check_internal(!into.valid() || into == wanted, "a result aliases two parameters");
        into = wanted;
    }

    // Adds the region of a computation whose parameters are the given values. `results` get the values of the needed
    // instructions.
    RegionId build_region(const Computation& computation, const std::vector<ValueId>& parameters,
                          const std::vector<InstructionId>& needed, std::vector<ValueId>& results);
    // Adds the step of an op with regions. Returns the values of its results. `read`: one flag a leaf, true if it is
    // read behind the op; empty if none is.
    std::vector<ValueId> build_control_flow(const KernelSurroundings& surroundings, const Instruction& instruction,
                                            const std::vector<bool>& read, Region& region);
    // A loop or branches, whose operands have these values; else the same.
    std::vector<ValueId> build_while(const Computation& computation, const Instruction& loop,
                                     const std::vector<ValueId>& operands, const std::vector<bool>& read,
                                     Region& region);
    std::vector<ValueId> build_conditional(const Instruction& conditional, const std::vector<ValueId>& operands,
                                           Region& region);
    std::vector<ValueId> build_host_call(const KernelSurroundings& surroundings, const Instruction& instruction,
                                         Region& region);
    std::vector<InstructionId> with_effects(const Computation& computation, std::vector<InstructionId> needed) const;

    // The kernels of an op that makes its results in the place of arrays.
    // `front`: elements of each line that a sort puts in order; 0: all.
    std::vector<ValueId> build_update(const KernelSurroundings& surroundings, InstructionId id, std::int64_t front,
                                      Region& region);

    const Module& module_;
    const std::vector<StateArray>& state_;
    const Effects effects_;
    FusedKernels fused_;
};

// Leaves of each tuple-shaped op that are read: by instruction, empty for all others.
std::vector<std::vector<bool>> read_leaves(const Computation& computation, const std::vector<Materialization>& kinds) {
    std::vector<std::vector<bool>> read(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Instruction& reader = computation.instructions[i];
        if (kinds[i] == Materialization::Dead || reader.opcode != Opcode::GetTupleElement) continue;
        std::vector<bool>& leaves = read[reader.operands[0].index()];
        leaves.resize(computation[reader.operands[0]].shape.tuple.size());
        leaves[static_cast<std::size_t>(reader.attributes.tuple_index)] = true;
    }
    return read;
}

// Adds the instructions with effects, which must run, to the needed ones.
std::vector<InstructionId> Fuser::with_effects(const Computation& computation,
                                               std::vector<InstructionId> needed) const {
    for (std::size_t i = 0; i < computation.instructions.size(); ++i)
        if (effects_.of(computation.instructions[i])) needed.push_back(InstructionId(i));
    return needed;
}

RegionId Fuser::build_region(const Computation& computation, const std::vector<ValueId>& parameters,
                             const std::vector<InstructionId>& needed, std::vector<ValueId>& results) {
    std::vector<InstructionId> counters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (fused_.kernels[parameters[i]].kind == ValueKind::Counter) counters.push_back(computation.parameters[i]);
    const std::vector<Materialization> kinds =
        partition(module_, computation, with_effects(computation, needed), counters);
    const std::vector<std::vector<bool>> leaves_read = read_leaves(computation, kinds);
    const std::vector<std::int64_t> fronts = sorted_fronts(computation);
    std::vector<std::vector<ValueId>> values(kinds.size()); // the stored leaves of each instruction
    Region region;
    const KernelSurroundings surroundings{module_, computation, fused_.kernels.values, [&](InstructionId id) {
                                              const auto& stored = values[id.index()];
                                              if (!stored.empty()) return stored[0];
                                              const Instruction& instruction = computation[id];
                                              return instruction.opcode == Opcode::Constant
                                                         ? fused_.constant_value(instruction)
                                                         : ValueId();
                                          }};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        const InstructionId id(i);
        switch (kinds[i]) {
        case Materialization::Dead:
        case Materialization::Inline: break;
        case Materialization::Alias: values[i] = {surroundings.stored_value(instruction.operands[0])}; break;
        case Materialization::Bound:
            if (instruction.opcode == Opcode::Parameter)
                values[i] = {parameters[static_cast<std::size_t>(instruction.attributes.parameter_number)]};
            else if (instruction.opcode == Opcode::GetTupleElement)
                values[i] = {values[instruction.operands[0].index()]
                                   [static_cast<std::size_t>(instruction.attributes.tuple_index)]};
            else if (is_host_call(instruction.opcode))
                values[i] = build_host_call(surroundings, instruction, region);
            else if (has_regions(instruction))
                values[i] = build_control_flow(surroundings, instruction, leaves_read[i], region);
            break;
        case Materialization::Update: values[i] = build_update(surroundings, id, fronts[i], region); break;
        case Materialization::Kernel: {
            if (const auto counts = counting_of(fused_.kernels, computation, values, id)) {
                values[i] = {fused_.add_counter(instruction, 0, *counts)};
                break;
            }
            const std::vector<ValueId> outputs = fused_.add_results(instruction, leaves_read[i]);
            region.steps.push_back(fused_.add_kernel(build_kernel(surroundings, id, outputs)));
            values[i] = outputs;
            break;
        }
        }
    }
    results.clear();
    for (const InstructionId id : needed) results.push_back(surroundings.stored_value(id));
    return fused_.add_region(std::move(region));
}

std::vector<ValueId> Fuser::build_control_flow(const KernelSurroundings& surroundings, const Instruction& instruction,
                                               const std::vector<bool>& read, Region& region) {
    std::vector<ValueId> operands;
    for (const InstructionId operand : instruction.operands) operands.push_back(surroundings.stored_value(operand));
    return instruction.opcode == Opcode::While
               ? build_while(surroundings.computation, instruction, operands, read, region)
               : build_conditional(instruction, operands, region);
}

std::vector<ValueId> Fuser::build_while(const Computation& computation, const Instruction& loop,
                                        const std::vector<ValueId>& operands, const std::vector<bool>& read,
                                        Region& region) {
    CountedLoop counted = counted_loop(module_, computation, loop);
    if (counted.rounds == 0) return operands;
    if (!read.empty() && read[counted.counter]) counted.limit = {}; // max(first, n), there
    const Computation& body = module_[loop.called[1]];
    While step{.trip_count = counted.rounds, .name = loop.name, .origins = loop.origins};
    if (!loop.metadata.op_name.empty()) step.metadata.push_back(loop.metadata);
    step.max_trips = counted.most_rounds;
    if (counted.rounds > 0) count_rounds(fused_.kernels, counted, step);
    if (counted.limit && !count_between(fused_.kernels, operands[counted.counter], *counted.limit, operands, step))
        return operands;
    std::vector<ValueId> leaves, after; // inside the loop, and behind it
    std::vector<InstructionId> nexts;
    for (std::size_t leaf = 0; leaf < loop.operands.size(); ++leaf) {
        const InstructionId next = body[body.root].operands[leaf];
        if (next == body.parameters[leaf]) {
            leaves.push_back(operands[leaf]); // nobody writes it: condition, body and readers share the one array
            after.push_back(operands[leaf]);
        } else if (const ValueId counter = counter_of(fused_, counted, step, loop, leaf); counter.valid()) {
            leaves.push_back(counter);
            after.push_back(counted.limit
                                ? ValueId() // nobody reads it
                                : fused_.add_number(loop, leaf, value_after(*counted.leaves[leaf], counted.rounds)));
        } else {
            leaves.push_back(fused_.add_carried(loop, leaf, operands[leaf]));
            after.push_back(leaves.back());
            step.carried.push_back({.value = leaves.back(), .initial = operands[leaf], .next = {}, .leaf = leaf});
            nexts.push_back(next);
        }
    }
    std::vector<ValueId> results;
    if (!step.counts()) {
        const Computation& condition = module_[loop.called[0]];
        step.condition = build_region(condition, leaves, {condition.root}, results);
        step.predicate = results[0];
    } else {
        step.condition = fused_.add_region({});
    }
    step.body = build_region(body, leaves, nexts, results);
    for (std::size_t i = 0; i < nexts.size(); ++i) step.carried[i].next = results[i];
    region.steps.push_back(std::move(step));
    return after;
}

std::vector<ValueId> Fuser::build_conditional(const Instruction& conditional, const std::vector<ValueId>& operands,
                                              Region& region) {
    Conditional step{.selector = operands[0], .name = conditional.name, .origins = conditional.origins};
    if (!conditional.metadata.op_name.empty()) step.metadata.push_back(conditional.metadata);
    for (std::size_t number = 0; number < conditional.called.size(); ++number) {
        const Computation& branch = module_[conditional.called[number]];
        const auto first =
            operands.begin() + static_cast<std::ptrdiff_t>(first_operand_of_region(module_, conditional, number));
        const std::vector<ValueId> parameters(first, first + static_cast<std::ptrdiff_t>(branch.parameters.size()));
        Conditional::Branch made;
        made.region = build_region(branch, parameters, results_of(branch), made.results);
        step.branches.push_back(std::move(made));
    }
    for (std::size_t leaf = 0; leaf < conditional.shape.tuple.size(); ++leaf)
        step.results.push_back(fused_.add_value(ValueKind::Temporary, conditional, leaf));
    const std::vector<ValueId> results = step.results;
    region.steps.push_back(std::move(step));
    return results;
}

std::vector<ValueId> Fuser::build_host_call(const KernelSurroundings& surroundings, const Instruction& instruction,
                                            Region& region) {
    const Attributes& attributes = instruction.attributes;
    HostCall call{.target = attributes.custom_call_target,
                  .gives_tuple = instruction.shape.is_tuple(),
                  .feed = feed_of(instruction),
                  .channel = attributes.channel_id,
                  .exchange = exchange_of(instruction),
                  .groups = attributes.replica_groups,
                  .pairs = attributes.source_target_pairs,
                  .effect = has_effect(instruction),
                  .name = instruction.name,
                  .origins = instruction.origins};
    for (const InstructionId id : instruction.operands) {
        const Instruction& operand = surroundings.computation[id];
        const bool is_tuple = operand.opcode == Opcode::Tuple;
        const std::vector<InstructionId> leaves = is_tuple ? operand.operands : std::vector{id};
        call.leaves.push_back(is_tuple ? static_cast<std::int64_t>(leaves.size()) : -1);
        for (const InstructionId leaf : leaves) call.arguments.push_back(surroundings.stored_value(leaf));
    }
    constexpr std::int64_t kWithOpaque = 2; // the api_version
    if (attributes.api_version == kWithOpaque) call.opaque = attributes.custom_call_opaque;
    if (!instruction.metadata.op_name.empty()) call.metadata.push_back(instruction.metadata);
    const std::size_t leaves = call.gives_tuple ? instruction.shape.tuple.size() : 1;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf)
        call.results.push_back(fused_.add_value(ValueKind::Temporary, instruction, leaf));
    const std::vector<ValueId> results = call.results;
    region.steps.push_back(std::move(call));
    return results;
}

std::vector<ValueId> Fuser::build_update(const KernelSurroundings& surroundings, InstructionId id, std::int64_t front,
                                         Region& region) {
    const Instruction& instruction = surroundings.computation[id];
    const std::optional<std::size_t> fills_with = update_of(instruction.opcode)->fills_with;
    const std::size_t leaves = instruction.shape.is_tuple() ? instruction.shape.tuple.size() : 1;
    std::vector<ValueId> arrays, outputs;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        if (!fills_with) {
            arrays.push_back(surroundings.stored_value(instruction.operands[leaf]));
        } else {
            arrays.push_back(fused_.add_value(ValueKind::Temporary, instruction));
            const InstructionId scalar = instruction.operands[*fills_with];
            region.steps.push_back(
                fused_.add_kernel(build_fill_kernel(surroundings, scalar, instruction, arrays.back())));
        }
        outputs.push_back(fused_.add_value(ValueKind::Temporary, instruction, leaf));
    }
    BuiltKernel built = build_update_kernel(surroundings, id, arrays, outputs);
    if (front > 0) built.kernel.sort->first = front;
    region.steps.push_back(fused_.add_kernel(std::move(built)));
    return outputs;
}

} // namespace

Kernels fuse(const Module& lowered, const std::vector<StateArray>& state) {
    Kernels kernels = Fuser(lowered, state).run();
    kernels.quantised_products = lowered.quantised_products;
    kernels.scaled_weights = lowered.scaled_weights;
    drop_unread_steps(kernels);
    shorten_searches(kernels);
    note_value_ranges(kernels);
    return kernels;
}

} // namespace hlo2cpp
