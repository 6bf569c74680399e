#include "fuse/partition.h"

#include <algorithm>

#include "ops/op.h"

namespace hlo2cpp {
namespace {

// More instructions than this in one kernel make functions that neither people nor compilers like.
constexpr std::size_t kMaxKernelInstructions = 120;
// So many different indices an instruction may be computed at inside one kernel.
constexpr std::size_t kMaxInstances = 12;
constexpr std::size_t kMaxHosts = 3;
// A number made of counters with so many instructions is computed wherever it is used.
constexpr std::size_t kMaxCounting = 12;

// How one kernel uses an instruction that is not stored.
struct HostUse {
    std::size_t host = 0;               // the kernel's root
    bool amplified = false;             // some element is asked for many times
    bool in_term = false;               // inside the reduction
    std::vector<std::uint64_t> indices; // a hash of each different index it is asked for at
};

constexpr std::uint64_t kOwnIndex = 1; // the index of the kernel's own point

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return (a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9ULL;
}

std::vector<std::int64_t> without_units(const std::vector<std::int64_t>& dims) {
    std::vector<std::int64_t> rest;
    std::copy_if(dims.begin(), dims.end(), std::back_inserter(rest), [](std::int64_t d) { return d != 1; });
    return rest;
}

class Partitioner {
public:
    Partitioner(const Computation& computation, const std::vector<InstructionId>& counters)
        : computation_(computation), fates_(computation.instructions.size(), Fate::Dead), forced_(fates_.size(), false),
          uses_(fates_.size()), sizes_(fates_.size(), 0), has_reduction_(fates_.size(), false),
          users_(fates_.size(), 0) {
        for (std::size_t i = 0; i < fates_.size(); ++i) follows_from_weights_.push_back(follows_from_weights(i));
        counting_.resize(fates_.size(), 0);
        for (const InstructionId counter : counters) counting_[counter.index()] = 1;
        for (std::size_t i = 0; i < fates_.size() && !counters.empty(); ++i)
            if (counting_[i] == 0) counting_[i] = counting_instructions(i);
    }

    std::vector<Fate> run(const std::vector<InstructionId>& needed) {
        for (const Instruction& instruction : computation_.instructions)
            for (const InstructionId operand : instruction.operands) ++users_[operand.index()];
        for (const InstructionId id : needed) forced_[id.index()] = true;
        for (std::size_t i = fates_.size(); i-- > 0;) {
            fates_[i] = decide(i);
            pass_on(i);
        }
        return std::move(fates_);
    }

private:
    const Instruction& at(std::size_t i) const { return computation_.instructions[i]; }

    Fate decide(std::size_t i) {
        const Instruction& instruction = at(i);
        const bool used = forced_[i] || !uses_[i].empty();
        if (!used) return Fate::Dead;
        const OpDefinition& op = *definition_of(instruction.opcode);
        if (instruction.opcode == Opcode::Constant)
            return forced_[i] && is_splat_array(instruction) ? Fate::Kernel : Fate::Bound;
        if (is_update(instruction)) return Fate::Update;
        if (op.element == nullptr) return Fate::Bound;
        if (forced_[i]) return is_alias(instruction) ? Fate::Alias : Fate::Kernel;
        if (instruction.shape.is_tuple()) return Fate::Kernel;
        return may_inline(i, op) ? Fate::Inline : Fate::Kernel;
    }

    static bool is_splat_array(const Instruction& instruction) {
        constexpr std::int64_t kSmall = 16;
        return instruction.literal->shape.elements() > kSmall && is_splat(*instruction.literal);
    }

    static Access access_of(const Instruction& instruction) {
        const OpDefinition* op = definition_of(instruction.opcode);
        return op == nullptr ? Access::Formula : op->access;
    }
    static bool is_alias(const Instruction& instruction) { return access_of(instruction) == Access::Renamed; }

    // Where there is a choice, writing in place pays if the array exists already: a carried or given value, or the
    // result of another update.
    bool is_update(const Instruction& instruction) const {
        const OpDefinition& op = *definition_of(instruction.opcode);
        if (op.update == nullptr || op.element == nullptr) return op.update != nullptr;
        const Instruction* array = &computation_[instruction.operands[0]];
        while (is_alias(*array)) array = &computation_[array->operands[0]];
        return array->opcode == Opcode::Parameter || array->opcode == Opcode::GetTupleElement ||
               definition_of(array->opcode)->update != nullptr;
    }

    bool may_inline(std::size_t i, const OpDefinition& op) {
        const std::vector<HostUse>& uses = uses_[i];
        std::size_t instances = 0;
        bool amplified = false;
        for (const HostUse& use : uses) {
            instances = std::max(instances, use.indices.size());
            amplified |= use.amplified;
            if (sizes_[use.host] + use.indices.size() > kMaxKernelInstructions) return false;
        }
        if (op.reduces) return may_host_reduction(uses);
        if (counting_[i] > 0) return true;
        if (is_pure_index_map(at(i))) return instances <= 4 * kMaxInstances;
        if (instances > kMaxInstances || uses.size() > kMaxHosts) return false;
        if (recompute_from_weights(i)) return instances <= 2;
        if (op.cost >= Cost::Division) return uses.size() == 1 && !amplified && instances <= 2;
        if (reads_guarded(at(i))) return uses.size() == 1 && !amplified;
        if (in_amplified_term(uses)) return op.cost <= Cost::Conversion && only_stored_operands(i);
        return uses.size() == 1 || only_stored_operands(i);
    }

    // Elementwise work on parameters and constants alone, like the rsqrt(variance + epsilon) of a normalisation.
    bool follows_from_weights(std::size_t i) const {
        const Instruction& instruction = at(i);
        if (instruction.opcode == Opcode::Parameter || instruction.opcode == Opcode::Constant) return true;
        const OpDefinition* op = definition_of(instruction.opcode);
        if (op == nullptr || !(op->elementwise || is_pure_index_map(instruction)) || instruction.operands.empty())
            return false;
        return std::all_of(instruction.operands.begin(), instruction.operands.end(),
                           [&](InstructionId operand) { return follows_from_weights_[operand.index()]; });
    }

    // Of a scalar that cheap operations make of counters and constants: how many instructions; 0 where it is none of
    // these, or they are too many.
    std::size_t counting_instructions(std::size_t i) const {
        const Instruction& instruction = at(i);
        const OpDefinition* op = definition_of(instruction.opcode);
        if (op == nullptr || !instruction.shape.is_array() || instruction.shape.elements() != 1 ||
            (op->cost > Cost::Cheap && op->index == nullptr) || !(op->elementwise || is_pure_index_map(instruction)))
            return 0;
        std::size_t count = 1;
        bool counts = false;
        for (const InstructionId operand : instruction.operands) {
            if (computation_[operand].opcode == Opcode::Constant) continue;
            if (counting_[operand.index()] == 0) return 0;
            count += counting_[operand.index()];
            counts = true;
        }
        return counts && count <= kMaxCounting ? count : 0;
    }

    // A few instructions for each use cost less than a buffer that lives through the network.
    bool recompute_from_weights(std::size_t i) const {
        constexpr std::int64_t kSmall = 4096;
        return definition_of(at(i).opcode)->cost == Cost::Division && follows_from_weights_[i] &&
               at(i).shape.rank() == 1 && at(i).shape.elements() <= kSmall;
    }

    bool may_host_reduction(const std::vector<HostUse>& uses) const {
        if (uses.size() != 1) return false;
        const HostUse& use = uses[0];
        return !use.amplified && !use.in_term && use.indices.size() == 1 && use.indices[0] == kOwnIndex &&
               !has_reduction_[use.host];
    }

    static bool in_amplified_term(const std::vector<HostUse>& uses) {
        return std::any_of(uses.begin(), uses.end(), [](const HostUse& use) { return use.in_term && use.amplified; });
    }

    static bool is_pure_index_map(const Instruction& instruction) {
        return access_of(instruction) == Access::Renamed || access_of(instruction) == Access::Moved;
    }

    static bool reads_guarded(const Instruction& instruction) {
        return access_of(instruction) == Access::Chosen || access_of(instruction) == Access::Looked;
    }

    // Nothing that only this instruction uses would have to be stored, or computed twice, for its sake.
    bool only_stored_operands(std::size_t i) const {
        for (const InstructionId operand : at(i).operands) {
            const Instruction& producer = computation_[operand];
            const OpDefinition* op = definition_of(producer.opcode);
            if (op->element == nullptr || is_pure_index_map(producer) || counting_[operand.index()] > 0) continue;
            if (users_[operand.index()] == 1) return false;
        }
        return true;
    }

    // Tells the operands how they are used.
    void pass_on(std::size_t i) {
        const Instruction& instruction = at(i);
        switch (fates_[i]) {
        case Fate::Dead: return;
        case Fate::Bound:
        case Fate::Alias:
            for (const InstructionId operand : instruction.operands) forced_[operand.index()] = true;
            return;
        case Fate::Update: pass_update(i); return;
        case Fate::Kernel: pass_use(instruction, {.host = i, .indices = {kOwnIndex}}); return;
        case Fate::Inline:
            for (const HostUse& use : uses_[i]) pass_use(instruction, use);
            return;
        }
    }

    // The arrays exist; what is written into them is asked for at the kernel's own points, or read by its reduction.
    void pass_update(std::size_t i) {
        const Instruction& instruction = at(i);
        const OpDefinition& op = *definition_of(instruction.opcode);
        const std::size_t arrays = instruction.shape.is_tuple() ? instruction.shape.tuple.size() : 1;
        std::int64_t points = 0;
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const InstructionId operand = instruction.operands[k];
            if (op.fills_with < 0 ? k < arrays : static_cast<int>(k) == op.fills_with)
                forced_[operand.index()] = true;
            else
                points = std::max(points, computation_[operand].shape.elements());
        }
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const InstructionId operand = instruction.operands[k];
            if (forced_[operand.index()]) continue;
            const std::int64_t elements = computation_[operand].shape.elements();
            const bool own = elements == points && !op.reduces;
            add_use(operand, {.host = i,
                              .amplified = op.rereads || (!own && elements > 1),
                              .in_term = op.rereads,
                              .indices = {own ? kOwnIndex : mix(kOwnIndex, k)}});
        }
        has_reduction_[i] = op.reduces;
        ++sizes_[i];
    }

    void pass_use(const Instruction& instruction, const HostUse& use) {
        const OpDefinition* op = definition_of(instruction.opcode);
        sizes_[use.host] += use.indices.size();
        if (op->reduces) has_reduction_[use.host] = true;
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const Shape& operand = computation_[instruction.operands[k]].shape;
            HostUse passed = use;
            const bool same_index = keeps_index(instruction, *op, operand);
            if (!same_index)
                for (std::uint64_t& index : passed.indices)
                    index = mix(mix(index, k + 2),
                                static_cast<std::uint64_t>(&instruction - computation_.instructions.data()) + 7);
            if (op->reduces) {
                passed.in_term = true;
                passed.amplified |= op->rereads;
            }
            if (operand.elements() < (instruction.shape.is_array() ? instruction.shape.elements() : 0))
                passed.amplified = true;
            if (op->access == Access::Looked) passed.amplified = true;
            if (op->access == Access::Chosen) passed.amplified = use.amplified;
            add_use(instruction.operands[k], passed);
        }
    }

    static bool keeps_index(const Instruction& instruction, const OpDefinition& op, const Shape& operand) {
        if (op.elementwise) return operand.dims == instruction.shape.dims;
        return is_alias(instruction) && without_units(operand.dims) == without_units(instruction.shape.dims);
    }

    void add_use(InstructionId id, const HostUse& use) {
        for (HostUse& known : uses_[id.index()]) {
            if (known.host != use.host) continue;
            known.amplified |= use.amplified;
            known.in_term |= use.in_term;
            for (const std::uint64_t index : use.indices)
                if (std::find(known.indices.begin(), known.indices.end(), index) == known.indices.end())
                    known.indices.push_back(index);
            return;
        }
        uses_[id.index()].push_back(use);
    }

    const Computation& computation_;
    std::vector<Fate> fates_;
    std::vector<bool> forced_;
    std::vector<std::vector<HostUse>> uses_;
    std::vector<std::size_t> sizes_; // instructions of the kernel with this root, counted with their instances
    std::vector<bool> has_reduction_;
    std::vector<std::size_t> users_;
    std::vector<bool> follows_from_weights_;
    std::vector<std::size_t> counting_;
};

} // namespace

bool is_splat(const Literal& literal) {
    const auto size = static_cast<std::ptrdiff_t>(byte_size(literal.shape.type));
    return !literal.bytes.empty() &&
           std::equal(literal.bytes.begin() + size, literal.bytes.end(), literal.bytes.begin());
}

std::vector<Fate> partition(const Computation& computation, const std::vector<InstructionId>& needed,
                            const std::vector<InstructionId>& counters) {
    return Partitioner(computation, counters).run(needed);
}

} // namespace hlo2cpp
