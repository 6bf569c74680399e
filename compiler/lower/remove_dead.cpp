// Removes dead code. Live are the entry's root, and all that a live instruction reads. A value carried by a while is
// live if its result is, if the condition reads it, or if the body needs it for another live one. A result of a
// conditional is live if it is read, and then every branch's value for it. An instruction with an effect is live, and
// the loops and conditionals around it.
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/effects.h"
#include "ops/regions.h"

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
        : module_(module), live_(module.computations.size()), owner_(module.computations.size()),
          results_(module.computations.size()) {
        for (ComputationId id : callees_first(module)) enter(id);
        for (ComputationId id : callees_first(module))
            if (!owner_[id.index()].instruction.valid()) mark_boundary(id);
        mark_effects();
        propagate();
    }

    bool live(ComputationId computation, InstructionId instruction) const {
        return !live_[computation.index()].empty() && live_[computation.index()][instruction.index()];
    }
    bool live_parameter(ComputationId region, std::size_t number) const {
        return live(region, module_[region].parameters[number]);
    }
    // Live results of a conditional, a flag each; empty if none was ever read.
    const std::vector<bool>& live_results(ComputationId branch) const { return results_[branch.index()]; }

private:
    void enter(ComputationId id) {
        live_[id.index()].resize(module_[id].instructions.size());
        for (std::size_t i = 0; i < module_[id].instructions.size(); ++i) {
            const Instruction& instruction = module_[id].instructions[i];
            if (!has_regions(instruction)) continue;
            for (ComputationId region : instruction.called) owner_[region.index()] = {id, InstructionId(i)};
        }
    }

    // Entry and scalar computations keep root and parameters.
    void mark_boundary(ComputationId id) {
        mark(id, module_[id].root);
        for (InstructionId parameter : module_[id].parameters) mark(id, parameter);
    }

    // Marks the instructions with effects, and the loops and conditionals around them.
    void mark_effects() {
        const Effects effects(module_);
        for (const ComputationId id : callees_first(module_))
            for (std::size_t i = 0; i < module_[id].instructions.size(); ++i)
                if (effects.of(module_[id].instructions[i])) mark(id, InstructionId(i));
    }

    void mark(ComputationId computation, InstructionId instruction) {
        if (live_[computation.index()][instruction.index()]) return;
        live_[computation.index()][instruction.index()] = true;
        pending_.push_back({computation, instruction});
    }

    // A result of a while or conditional is read.
    void mark_result(const Place& place, std::size_t leaf) {
        const Instruction& owner = module_[place.computation][place.instruction];
        if (owner.opcode == Opcode::While) return mark_carried(place, leaf);
        for (ComputationId branch : owner.called) {
            const Computation& region = module_[branch];
            std::vector<bool>& live = results_[branch.index()];
            live.resize(owner.shape.tuple.size());
            live[leaf] = true;
            mark(branch, region[region.root].operands[leaf]);
        }
    }

    // A region reads its parameter.
    void mark_operand(const Place& owner_place, ComputationId region, std::size_t parameter) {
        const Instruction& owner = module_[owner_place.computation][owner_place.instruction];
        if (owner.opcode == Opcode::While) return mark_carried(owner_place, parameter);
        const auto number = static_cast<std::size_t>(std::find(owner.called.begin(), owner.called.end(), region) -
                                                     owner.called.begin());
        mark(owner_place.computation, owner.operands[first_operand_of_region(module_, owner, number) + parameter]);
    }

    void mark_carried(const Place& place, std::size_t leaf) {
        const Instruction& loop = module_[place.computation][place.instruction];
        const Computation& condition = module_[loop.called[0]];
        const Computation& body = module_[loop.called[1]];
        mark(place.computation, loop.operands[leaf]);
        mark(loop.called[0], condition.parameters[leaf]);
        mark(loop.called[1], body.parameters[leaf]);
        mark(loop.called[1], body[body.root].operands[leaf]);
    }

    bool is_result_region(const Place& owner, ComputationId region) const {
        const Instruction& instruction = module_[owner.computation][owner.instruction];
        return instruction.opcode != Opcode::While || instruction.called[1] == region;
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
        if (has_regions(instruction)) {
            for (ComputationId region : instruction.called)
                mark(region, module_[region].root); // of a tuple not yet the elements
            if (instruction.opcode == Opcode::Conditional) mark(place.computation, instruction.operands[0]);
            return;
        }
        if (owner.instruction.valid()) {
            const bool is_condition = !is_result_region(owner, place.computation);
            if (!is_condition && place.instruction == computation.root) return;
            if (instruction.opcode == Opcode::Parameter)
                mark_operand(owner, place.computation,
                             static_cast<std::size_t>(instruction.attributes.parameter_number));
        }
        for (InstructionId operand : instruction.operands) mark(place.computation, operand);
        if (instruction.opcode != Opcode::GetTupleElement) return;
        const InstructionId producer = instruction.operands[0];
        if (has_regions(computation[producer]))
            mark_result({place.computation, producer}, static_cast<std::size_t>(instruction.attributes.tuple_index));
    }

    const Module& module_;
    std::vector<std::vector<bool>> live_;    // by computation and instruction
    std::vector<Place> owner_;               // of a region: its while or conditional
    std::vector<std::vector<bool>> results_; // of a branch
    std::vector<Place> pending_;
};

template <typename T>
void keep_only(std::vector<T>& values, const std::vector<bool>& keep) {
    std::size_t next = 0;
    std::erase_if(values, [&](const T&) { return !keep[next++]; });
}

// For each kept element: the number of kept elements before it.
std::vector<std::int64_t> new_numbers(const std::vector<bool>& keep) {
    std::vector<std::int64_t> numbers;
    std::int64_t kept = 0;
    for (const bool k : keep) numbers.push_back(k ? kept++ : -1);
    return numbers;
}

class Sweep {
public:
    explicit Sweep(Module& module) : module_(module), liveness_(module), regions_(module.computations.size()) {}

    bool run() {
        const std::vector<ComputationId> order = callees_first(module_);
        for (ComputationId id : order) find_leaves(id);
        for (ComputationId id : order) sweep(id);
        changed_ |= keep_called(module_);
        return changed_;
    }

private:
    // Parameters and results that a region keeps, one flag each.
    struct Kept {
        bool region = false;
        std::vector<bool> parameters, results;
    };

    void find_leaves(ComputationId id) {
        for (const Instruction& owner : module_[id].instructions) {
            if (!has_regions(owner)) continue;
            for (ComputationId region : owner.called) {
                Kept& kept = regions_[region.index()];
                kept.region = true;
                for (std::size_t i = 0; i < module_[region].parameters.size(); ++i)
                    kept.parameters.push_back(liveness_.live_parameter(region, i));
                kept.results = owner.opcode == Opcode::While ? kept.parameters : liveness_.live_results(region);
                kept.results.resize(owner.shape.tuple.size());
            }
        }
    }

    // Operands and results of a while or conditional.
    void keep_in_owner(Instruction& owner) {
        std::vector<bool> operands;
        if (owner.opcode == Opcode::While) {
            operands = regions_[owner.called[0].index()].parameters;
        } else {
            operands.push_back(true); // the selector
            for (ComputationId branch : owner.called) {
                const std::vector<bool>& parameters = regions_[branch.index()].parameters;
                operands.insert(operands.end(), parameters.begin(), parameters.end());
            }
        }
        keep_only(owner.operands, operands);
        keep_only(owner.shape.tuple, regions_[owner.called.back().index()].results);
    }

    void sweep(ComputationId id) {
        Computation& computation = module_[id];
        const Kept& region = regions_[id.index()];
        if (region.region) renumber_parameters(computation, region.parameters);
        std::vector<InstructionId> now(computation.instructions.size());
        std::size_t kept = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (!liveness_.live(id, InstructionId(i))) continue;
            Instruction& instruction = computation.instructions[i];
            if (region.region && instruction.opcode == Opcode::Tuple && InstructionId(i) == computation.root) {
                keep_only(instruction.operands, region.results);
                keep_only(instruction.shape.tuple, region.results);
            }
            if (has_regions(instruction)) keep_in_owner(instruction);
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

    void renumber_get(Instruction& get, const Instruction& owner) {
        if (!has_regions(owner)) return;
        std::vector<std::int64_t>& numbers = numbers_[owner.called.back().index()];
        if (numbers.empty()) numbers = new_numbers(regions_[owner.called.back().index()].results);
        get.attributes.tuple_index = numbers[static_cast<std::size_t>(get.attributes.tuple_index)];
    }

    Module& module_;
    Liveness liveness_;
    std::vector<Kept> regions_; // by computation
    std::vector<std::vector<std::int64_t>> numbers_ =
        std::vector<std::vector<std::int64_t>>(regions_.size()); // of results
    bool changed_ = false;
};

} // namespace

bool remove_dead(Module& module) {
    return Sweep(module).run();
}

} // namespace hlo2cpp
