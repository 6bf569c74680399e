#include "check/trace_targets.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "check/compare.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

class Finder {
public:
    Finder(const Module& lowered, const Kernels& kernels, const Schedule& schedule)
        : lowered_(lowered), kernels_(kernels), computations_(kernels.regions.size()),
          names_(lowered.computations.size()) {
        walk();
        const Computation& entry = lowered.entry_computation();
        const std::vector<ValueId>& results = schedule.entries.front().results; // the module has one
        for (std::size_t leaf = 0; leaf < results.size(); ++leaf)
            results_.try_emplace(results[leaf], TraceTarget{lowered.entry, entry.root, leaf});
    }

    std::optional<TraceTarget> find(const TracePoint& point) {
        return point.call ? of_call(point, *point.call) : of_copy(point);
    }

private:
    using Carried = std::pair<TraceTarget, RegionId>; // the value in the loop's instruction, and the loop's body

    // Finds the computations of regions, from the outermost in, and the values that loops and conditionals write.
    void walk() {
        std::vector<RegionId> pending = {kernels_.entries.front().region};
        computations_[pending.front().index()] = lowered_.entry;
        while (!pending.empty()) {
            const RegionId region = pending.back();
            pending.pop_back();
            for (const StepNode& node : kernels_[region].steps) {
                if (const While* loop = std::get_if<While>(&node)) {
                    if (loop->band) { // its calls compute instructions of the region around it
                        computations_[loop->body.index()] = computations_[region.index()];
                        continue;
                    }
                    enter(region, *loop, {loop->condition, loop->body}, pending);
                    add_carried(region, *loop);
                } else if (const Conditional* conditional = std::get_if<Conditional>(&node)) {
                    std::vector<RegionId> branches;
                    for (const Conditional::Branch& branch : conditional->branches) branches.push_back(branch.region);
                    enter(region, *conditional, branches, pending);
                    for (std::size_t leaf = 0; leaf < conditional->results.size(); ++leaf)
                        chosen_.try_emplace(conditional->results[leaf], leaf);
                }
            }
        }
    }

    template <typename Step>
    void enter(RegionId region, const Step& step, const std::vector<RegionId>& inner, std::vector<RegionId>& pending) {
        const std::vector<ComputationId>& called = instruction(region, step.name).called;
        check_internal(called.size() == inner.size(), "a step has not the regions of its instruction");
        for (std::size_t i = 0; i < inner.size(); ++i) {
            computations_[inner[i].index()] = called[i];
            pending.push_back(inner[i]);
        }
    }

    void add_carried(RegionId region, const While& loop) {
        const ComputationId outer = computations_[region.index()];
        const InstructionId id = find_name(outer, loop.name);
        for (const While::Carried& carried : loop.carried)
            carried_.try_emplace(carried.value, TraceTarget{outer, id, carried.leaf}, loop.body);
    }

    InstructionId find_name(ComputationId id, const std::string& name) {
        const std::optional<InstructionId> found = known_name(id, name);
        check_internal(found.has_value(), "a step has the name of no instruction");
        return *found;
    }

    std::optional<InstructionId> known_name(ComputationId id, const std::string& name) {
        std::unordered_map<std::string_view, InstructionId>& names = names_[id.index()];
        const Computation& computation = lowered_[id];
        for (std::size_t i = names.size(); i < computation.instructions.size(); ++i) // names are different
            names.emplace(computation.instructions[i].name, InstructionId(i));
        const auto found = names.find(name);
        return found == names.end() ? std::nullopt : std::optional(found->second);
    }

    const Instruction& instruction(RegionId region, const std::string& name) {
        const ComputationId computation = computations_[region.index()];
        return lowered_[computation][find_name(computation, name)];
    }

    std::optional<TraceTarget> of_call(const TracePoint& point, const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        TraceTarget target{.computation = computations_[point.region.index()]};
        std::vector<ValueId> stored;
        for_each_stored(kernel, [&](const Output& output) { stored.push_back(call[output.argument]); });
        const auto output = static_cast<std::size_t>(std::ranges::find(stored, point.value) - stored.begin());
        const std::optional<InstructionId> named =
            known_name(target.computation, call.stored.empty() ? call.name : call.stored[output].instruction);
        if (!named) return std::nullopt; // the content before a kernel updates it, which is compared
        target.instruction = *named;
        const Computation& computation = lowered_[target.computation];
        if (computation[target.instruction].opcode == Opcode::Constant) return std::nullopt; // nobody computes it
        if (!call.stored.empty()) {
            target.leaf = call.stored[output].leaf;
            target.terms = static_cast<std::int64_t>(kernel.exprs.size());
        } else if (computation[target.instruction].shape.is_tuple()) {
            const std::vector<std::size_t> leaves = leaves_written(computation, target.instruction, stored.size());
            check_internal(leaves.size() == stored.size(), "a kernel does not write the leaves that are read");
            target.leaf = leaves[output];
        }
        if (kernel.sort && computation[target.instruction].opcode == Opcode::Sort) target.sorted = kernel.sort->first;
        if (kernel.reduction)
            for (const std::int64_t size : kernel.reduction->dims) target.terms *= size;
        if (kernel.scan) target.terms *= kernel.dims[static_cast<std::size_t>(kernel.scan->dim)];
        target.rounded = false;
        for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
            const Expr& expr = kernel.exprs[ExprId(i)];
            target.rounded = target.rounded || is_float(expr.type) || is_complex(expr.type);
            const bool rounds = expr.kind == ExprKind::Apply && is_narrow_float(expr.type);
            if (rounds && (!target.narrow || rounding_error(expr.type) > rounding_error(*target.narrow)))
                target.narrow = expr.type;
        }
        return target;
    }

    // Leaves that a kernel writes: all, as a sort does, or the ones that are read.
    static std::vector<std::size_t> leaves_written(const Computation& computation, InstructionId tuple,
                                                   std::size_t outputs) {
        std::set<std::size_t> leaves;
        for (std::size_t i = 0; i < outputs && outputs == computation[tuple].shape.tuple.size(); ++i) leaves.insert(i);
        for (const Instruction& reader : computation.instructions)
            if (reader.opcode == Opcode::GetTupleElement && reader.operands[0] == tuple)
                leaves.insert(static_cast<std::size_t>(reader.attributes.tuple_index));
        return {leaves.begin(), leaves.end()};
    }

    std::optional<TraceTarget> of_copy(const TracePoint& point) const {
        if (const auto found = carried_.find(point.value); found != carried_.end()) {
            auto [target, body] = found->second;
            if (point.region == body) { // at the end of a round: the body's results
                target.computation = computations_[body.index()];
                target.instruction = lowered_[target.computation].root;
            } else {
                target.operand = true;
            }
            return target;
        }
        if (const auto leaf = chosen_.find(point.value); leaf != chosen_.end()) { // at the end of a branch: its results
            const ComputationId branch = computations_[point.region.index()];
            return TraceTarget{branch, lowered_[branch].root, leaf->second};
        }
        const auto result = results_.find(point.value);
        return result == results_.end() ? std::nullopt : std::optional(result->second);
    }

    const Module& lowered_;
    const Kernels& kernels_;
    std::vector<ComputationId> computations_;                                // by region
    std::vector<std::unordered_map<std::string_view, InstructionId>> names_; // by computation, filled when asked for
    std::unordered_map<ValueId, Carried> carried_;
    std::unordered_map<ValueId, std::size_t> chosen_;  // results of conditionals: which leaf
    std::unordered_map<ValueId, TraceTarget> results_; // of the entry
};

} // namespace

std::vector<std::optional<TraceTarget>> trace_targets(const Module& lowered, const Kernels& kernels,
                                                      const Schedule& schedule, const std::vector<TracePoint>& points) {
    Finder finder(lowered, kernels, schedule);
    std::vector<std::optional<TraceTarget>> targets;
    for (const TracePoint& point : points) targets.push_back(finder.find(point));
    return targets;
}

} // namespace hlo2cpp
