// What is live: the entry's root, and what a live instruction reads. A value carried by a while is live if its result is, if
// the condition reads it, or if the body needs it for another live one.
#include <algorithm>

#include "ir/builder.h"
#include "lower/pass.h"

namespace hlo2cpp {
namespace {

// An instruction of a computation.
struct Place {
    ComputationId computation;
    InstructionId instruction;
};

class Liveness {
public:
    explicit Liveness(const Module& module)
        : module_(module), live_(module.computations.size()), owner_(module.computations.size()) {
        for (ComputationId id : callees_first(module)) enter(id);
        for (ComputationId id : callees_first(module))
            if (!owner_[id.index()].instruction.valid()) mark_boundary(id);
        propagate();
    }

    bool live(ComputationId computation, InstructionId instruction) const {
        return !live_[computation.index()].empty() && live_[computation.index()][instruction.index()];
    }
    // Whether the while keeps this carried leaf.
    bool carried(const Instruction& loop, std::size_t leaf) const {
        return live(loop.called[1], module_[loop.called[1]].parameters[leaf]);
    }

private:
    void enter(ComputationId id) {
        live_[id.index()].resize(module_[id].instructions.size());
        for (std::size_t i = 0; i < module_[id].instructions.size(); ++i) {
            const Instruction& instruction = module_[id].instructions[i];
            if (instruction.opcode != Opcode::While) continue;
            for (ComputationId region : instruction.called) owner_[region.index()] = {id, InstructionId(i)};
        }
    }

    // Entry and scalar computations keep root and parameters.
    void mark_boundary(ComputationId id) {
        mark(id, module_[id].root);
        for (InstructionId parameter : module_[id].parameters) mark(id, parameter);
    }

    void mark(ComputationId computation, InstructionId instruction) {
        if (live_[computation.index()][instruction.index()]) return;
        live_[computation.index()][instruction.index()] = true;
        pending_.push_back({computation, instruction});
    }

    void mark_leaf(const Place& place, std::size_t leaf) {
        const Instruction& loop = module_[place.computation][place.instruction];
        const Computation& condition = module_[loop.called[0]];
        const Computation& body = module_[loop.called[1]];
        mark(place.computation, loop.operands[leaf]);
        mark(loop.called[0], condition.parameters[leaf]);
        mark(loop.called[1], body.parameters[leaf]);
        mark(loop.called[1], body[body.root].operands[leaf]);
    }

    void propagate() {
        while (!pending_.empty()) {
            const Place place = pending_.back();
            pending_.pop_back();
            visit(place);
        }
    }

    void visit(const Place& place) {
        const Computation& computation = module_[place.computation];
        const Instruction& instruction = computation[place.instruction];
        const Place& owner = owner_[place.computation.index()];
        if (instruction.opcode == Opcode::While) {
            mark(instruction.called[0], module_[instruction.called[0]].root);
            mark(instruction.called[1], module_[instruction.called[1]].root); // the tuple, not yet its elements
            return;
        }
        if (owner.instruction.valid()) {
            const bool is_body = module_[owner.computation][owner.instruction].called[1] == place.computation;
            if (is_body && place.instruction == computation.root) return;
            if (instruction.opcode == Opcode::Parameter)
                mark_leaf(owner, static_cast<std::size_t>(instruction.attributes.parameter_number));
        }
        for (InstructionId operand : instruction.operands) mark(place.computation, operand);
        if (instruction.opcode != Opcode::GetTupleElement) return;
        const InstructionId producer = instruction.operands[0];
        if (computation[producer].opcode == Opcode::While)
            mark_leaf({place.computation, producer}, static_cast<std::size_t>(instruction.attributes.tuple_index));
    }

    const Module& module_;
    std::vector<std::vector<bool>> live_; // by computation and instruction
    std::vector<Place> owner_;            // of a region: its while
    std::vector<Place> pending_;
};

template <typename T>
void keep_only(std::vector<T>& values, const std::vector<bool>& keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!keep[i]) continue;
        if (kept != i) values[kept] = std::move(values[i]);
        ++kept;
    }
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(kept), values.end());
}

// For each kept element, how many kept ones are before it.
std::vector<std::int64_t> new_numbers(const std::vector<bool>& keep) {
    std::vector<std::int64_t> numbers;
    std::int64_t kept = 0;
    for (const bool k : keep) numbers.push_back(k ? kept++ : -1);
    return numbers;
}

class Sweep {
public:
    explicit Sweep(Module& module) : module_(module), liveness_(module), keep_(module.computations.size()) {}

    bool run() {
        const std::vector<ComputationId> order = callees_first(module_);
        for (ComputationId id : order) find_leaves(id);
        for (ComputationId id : order) sweep(id);
        changed_ |= reorder_computations();
        return changed_;
    }

private:
    // Which leaves the whiles of a computation keep, by region.
    void find_leaves(ComputationId id) {
        for (const Instruction& loop : module_[id].instructions) {
            if (loop.opcode != Opcode::While) continue;
            std::vector<bool> keep(loop.operands.size());
            for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = liveness_.carried(loop, i);
            keep_[loop.called[0].index()] = keep_[loop.called[1].index()] = std::move(keep);
        }
    }

    void sweep(ComputationId id) {
        Computation& computation = module_[id];
        const std::vector<bool>& leaves = keep_[id.index()];
        const bool region = !leaves.empty();
        if (region) renumber_parameters(computation, leaves);
        std::vector<InstructionId> now(computation.instructions.size());
        std::size_t kept = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (!liveness_.live(id, InstructionId(i))) continue;
            Instruction& instruction = computation.instructions[i];
            if (region && instruction.opcode == Opcode::Tuple) keep_leaves(instruction, leaves); // the root of a body
            if (instruction.opcode == Opcode::While) keep_leaves(instruction, keep_[instruction.called[1].index()]);
            if (instruction.opcode == Opcode::GetTupleElement)
                renumber_get(instruction, computation.instructions[now[instruction.operands[0].index()].index()]);
            for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
            now[i] = InstructionId(kept);
            if (kept != i) computation.instructions[kept] = std::move(instruction);
            ++kept;
        }
        changed_ |= kept != now.size();
        computation.instructions.resize(kept);
        for (InstructionId& parameter : computation.parameters) parameter = now[parameter.index()];
        if (now[computation.root.index()].valid()) computation.root = now[computation.root.index()];
    }

    static void renumber_parameters(Computation& region, const std::vector<bool>& leaves) {
        keep_only(region.parameters, leaves);
        for (std::size_t i = 0; i < region.parameters.size(); ++i)
            region[region.parameters[i]].attributes.parameter_number = static_cast<std::int64_t>(i);
    }

    static void keep_leaves(Instruction& instruction, const std::vector<bool>& leaves) {
        keep_only(instruction.operands, leaves);
        keep_only(instruction.shape.tuple, leaves);
    }

    void renumber_get(Instruction& get, const Instruction& loop) {
        if (loop.opcode != Opcode::While) return;
        std::vector<std::int64_t>& numbers = numbers_[loop.called[1].index()];
        if (numbers.empty()) numbers = new_numbers(keep_[loop.called[1].index()]);
        get.attributes.tuple_index = numbers[static_cast<std::size_t>(get.attributes.tuple_index)];
    }

    // Drops what nothing calls any more and puts the others after what they call.
    bool reorder_computations() {
        const std::vector<ComputationId> order = callees_first(module_);
        std::vector<ComputationId> now(module_.computations.size());
        for (std::size_t i = 0; i < order.size(); ++i) now[order[i].index()] = ComputationId(i);
        std::vector<Computation> computations;
        for (ComputationId id : order) {
            computations.push_back(std::move(module_[id]));
            for (Instruction& instruction : computations.back().instructions)
                for (ComputationId& callee : instruction.called) callee = now[callee.index()];
        }
        const bool fewer = computations.size() != module_.computations.size();
        module_.computations = std::move(computations);
        module_.entry = now[module_.entry.index()];
        return fewer;
    }

    Module& module_;
    Liveness liveness_;
    std::vector<std::vector<bool>> keep_; // by region: the leaves that its while keeps; empty for others
    std::vector<std::vector<std::int64_t>> numbers_ = std::vector<std::vector<std::int64_t>>(keep_.size());
    bool changed_ = false;
};

} // namespace

bool remove_dead(Module& module) { return Sweep(module).run(); }

} // namespace hlo2cpp
