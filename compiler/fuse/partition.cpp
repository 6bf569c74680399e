#include "fuse/partition.h"

#include <algorithm>

#include "fuse/overlap.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

// More instructions than this in one kernel make functions that neither people nor compilers like.
constexpr std::size_t kMaxKernelInstructions = 120;
// So many different indices an instruction may be computed at inside one kernel.
constexpr std::size_t kMaxInstances = 12;
constexpr std::size_t kMaxUsers = 3;
// Most choices among pieces, and quotients of quotients, inside each other: more would cost each element more
// than to store it once and to load it.
constexpr std::size_t kMaxLevels = 8;
// A number made of counters with so many instructions is computed wherever it is used.
constexpr std::size_t kMaxCounting = 12;
// Constants that so many instructions decode are decoded wherever they are used.
constexpr std::size_t kMaxDecoding = 8;

// How one kernel uses an instruction that is not stored.
struct KernelUse {
    std::size_t kernel = 0;             // its root
    bool repeated = false;              // some element is asked for many times
    bool in_term = false;               // inside the reduction
    bool long_lines = false;            // at the kernel's own point transposed, whose lines are longer
    std::size_t levels = 0;             // choices and quotients around it
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
    Partitioner(const Module& module, const Computation& computation, const std::vector<InstructionId>& counters)
        : module_(module), computation_(computation), kinds_(computation.instructions.size(), Materialization::Dead),
          forced_(kinds_.size(), false), overwritten_(kinds_.size(), false), uses_(kinds_.size()),
          sizes_(kinds_.size(), 0), has_reduction_(kinds_.size(), false), users_(kinds_.size(), 0) {
        for (std::size_t i = 0; i < kinds_.size(); ++i) {
            follows_from_weights_.push_back(follows_from_weights(i));
            decoding_.push_back(decoding_instructions(i));
        }
        counting_.resize(kinds_.size(), 0);
        for (const InstructionId counter : counters) counting_[counter.index()] = 1;
        for (std::size_t i = 0; i < kinds_.size() && !counters.empty(); ++i)
            if (counting_[i] == 0) counting_[i] = counting_instructions(i);
    }

    std::vector<Materialization> run(const std::vector<InstructionId>& needed) {
        for (const Instruction& instruction : computation_.instructions)
            for (const InstructionId operand : instruction.operands) ++users_[operand.index()];
        find_overwritten();
        for (const InstructionId id : needed) forced_[id.index()] = true;
        const std::vector<bool> overlaps = overlapping(computation_);
        for (std::size_t i = 0; i < kinds_.size(); ++i) // else its user might do it behind the wait
            if (overlaps[i] && reduces(*definition_of(at(i).opcode)) && users_[i] > 0) forced_[i] = true;
        for (std::size_t i = kinds_.size(); i-- > 0;) {
            kinds_[i] = decide(i);
            pass_on(i);
        }
        return std::move(kinds_);
    }

private:
    const Instruction& at(std::size_t i) const { return computation_.instructions[i]; }

    Materialization decide(std::size_t i) {
        const Instruction& instruction = at(i);
        const bool used = forced_[i] || !uses_[i].empty();
        if (!used) return Materialization::Dead;
        const OpDefinition& op = *definition_of(instruction.opcode);
        if (instruction.opcode == Opcode::Constant)
            return forced_[i] && is_splat_array(instruction) ? Materialization::Kernel : Materialization::Bound;
        if (instruction.opcode == Opcode::Copy) return Materialization::Kernel;
        if (is_update(instruction)) return Materialization::Update;
        if (op.barrier) return Materialization::Alias;
        if (element_of(instruction.opcode) == nullptr) return Materialization::Bound;
        if (forced_[i]) return is_alias(instruction) ? Materialization::Alias : Materialization::Kernel;
        if (instruction.shape.is_tuple()) return Materialization::Kernel;
        return may_inline(i, op) ? Materialization::Inline : Materialization::Kernel;
    }

    static bool is_splat_array(const Instruction& instruction) {
        constexpr std::int64_t kSmall = 16;
        return instruction.literal->shape.elements() > kSmall && is_splat(*instruction.literal);
    }

    static Access access_of(const Instruction& instruction) {
        const OpDefinition* op = definition_of(instruction.opcode);
        return op == nullptr ? Access::Computed : op->access;
    }
    static bool is_alias(const Instruction& instruction) { return access_of(instruction) == Access::Bitcast; }

    // Where there is a choice, writing in place pays if the array exists already: a carried or given value, or the
    // result of another update. Or if a number fills it, and a reduction makes the update, which would be stored
    // elsewhere first.
    bool is_update(const Instruction& instruction) const {
        constexpr std::size_t kUpdate = 1;
        const UpdateForm* form = update_of(instruction.opcode);
        if (form == nullptr || form->element == nullptr) return form != nullptr;
        if (!instruction.attributes.update_strides.empty()) return true;
        const Instruction& array = computation_[whole(instruction.operands[0])];
        return array.opcode == Opcode::Parameter || array.opcode == Opcode::GetTupleElement ||
               update_of(array.opcode) != nullptr ||
               (is_number(array) && ends_reduction(instruction.operands[kUpdate]));
    }

    bool is_number(const Instruction& array) const {
        if (array.opcode == Opcode::Broadcast)
            return computation_[array.operands[0]].opcode == Opcode::Constant && array.attributes.dimensions.empty();
        return array.opcode == Opcode::Constant && is_splat_array(array);
    }

    // Whether it is a dot or the like, or is computed of one element by element, and each of these has one use.
    bool ends_reduction(InstructionId id) const {
        for (std::size_t passed = 0; passed < kMaxInstances && users_[id.index()] == 1; ++passed) {
            const Instruction& instruction = computation_[id];
            if (reduces(*definition_of(instruction.opcode))) return true;
            if (!is_alias(instruction) && !is_elementwise(instruction.opcode)) return false;
            const auto computed = std::ranges::find_if(instruction.operands, [&](InstructionId operand) {
                return computation_[operand].shape.dims == instruction.shape.dims && users_[operand.index()] == 1;
            });
            id = computed == instruction.operands.end() ? instruction.operands[0] : *computed;
        }
        return false;
    }

    bool may_inline(std::size_t i, const OpDefinition& op) {
        const std::vector<KernelUse>& uses = uses_[i];
        std::size_t instances = 0;
        bool repeated = false;
        for (const KernelUse& use : uses) {
            if (use.levels > kMaxLevels) return false;
            instances = std::max(instances, use.indices.size());
            repeated |= use.repeated;
            if (sizes_[use.kernel] + use.indices.size() > kMaxKernelInstructions) return false;
        }
        if (reduces(op)) return may_be_the_reduction(at(i), uses);
        if (counting_[i] > 0) return true;
        if (is_overwritten(i)) return false;
        if (is_pure_index_map(at(i))) return instances <= 4 * kMaxInstances;
        if (decoding_[i] <= kMaxDecoding) return instances <= kMaxInstances;
        if (instances > kMaxInstances || uses.size() > kMaxUsers) return false;
        if (recompute_from_weights(i)) return instances <= 2;
        if (op.cost >= Cost::Division) return uses.size() == 1 && !repeated && instances <= 2;
        if (reads_guarded(at(i))) return uses.size() == 1 && !repeated;
        if (is_elementwise(at(i).opcode) && is_moved(uses) && ends_reduction(InstructionId(i))) return false;
        if (in_repeated_term(uses)) return op.cost <= Cost::Conversion && only_stored_operands(i);
        return uses.size() == 1 || only_stored_operands(i);
    }

    // One element of an array that something writes into, for another kernel than that: were the element loaded there,
    // the array might have to be kept.
    bool is_overwritten(std::size_t i) const {
        const Instruction& instruction = at(i);
        if (instruction.opcode != Opcode::DynamicSlice || instruction.shape.elements() != 1) return false;
        const InstructionId array = whole(instruction.operands[0]);
        return overwritten_[array.index()] && std::ranges::any_of(uses_[i], [&](const KernelUse& use) {
                   const Instruction& kernel = at(use.kernel);
                   return update_of(kernel.opcode) == nullptr || whole(kernel.operands[0]) != array;
               });
    }

    InstructionId whole(InstructionId array) const {
        while (is_alias(computation_[array])) array = computation_[array].operands[0];
        return array;
    }

    // Arrays that updates write into, and those that loops change.
    void find_overwritten() {
        for (const Instruction& instruction : computation_.instructions) {
            if (update_of(instruction.opcode) != nullptr) {
                overwritten_[whole(instruction.operands[0]).index()] = true;
            } else if (instruction.opcode == Opcode::While) {
                const Computation& body = module_[instruction.called[1]];
                for (std::size_t leaf = 0; leaf < instruction.operands.size(); ++leaf)
                    if (body[body.root].operands[leaf] != body.parameters[leaf])
                        overwritten_[whole(instruction.operands[leaf]).index()] = true;
            }
        }
    }

    // Elementwise work on parameters and constants alone, like the rsqrt(variance + epsilon) of a normalisation.
    bool follows_from_weights(std::size_t i) const {
        const Instruction& instruction = at(i);
        if (instruction.opcode == Opcode::Parameter || instruction.opcode == Opcode::Constant) return true;
        if (!(is_elementwise(instruction.opcode) || is_pure_index_map(instruction)) || instruction.operands.empty())
            return false;
        return std::all_of(instruction.operands.begin(), instruction.operands.end(),
                           [&](InstructionId operand) { return follows_from_weights_[operand.index()]; });
    }

    // Of a constant, or what cheap elementwise instructions make of constants alone: how many these are; more than
    // kMaxDecoding of anything else. So integers are scaled to what they stand for. It is computed where it is used,
    // however often that is: to store it would take memory, and more of it than the constant takes.
    std::size_t decoding_instructions(std::size_t i) const {
        const Instruction& instruction = at(i);
        if (instruction.opcode == Opcode::Constant) return 0;
        const bool cheap = is_elementwise(instruction.opcode) && definition_of(instruction.opcode)->cost <= Cost::Cheap;
        if (!(cheap || is_pure_index_map(instruction)) || instruction.operands.empty()) return kMaxDecoding + 1;
        std::size_t count = cheap ? 1 : 0;
        for (const InstructionId operand : instruction.operands) count += decoding_[operand.index()];
        return std::min(count, kMaxDecoding + 1);
    }

    // Of a scalar that cheap operations make of counters and constants: how many instructions; 0 where it is none of
    // these, or they are too many.
    std::size_t counting_instructions(std::size_t i) const {
        const Instruction& instruction = at(i);
        const OpDefinition* op = definition_of(instruction.opcode);
        if (op == nullptr || !instruction.shape.is_array() || instruction.shape.elements() != 1 ||
            (op->cost > Cost::Cheap && index_of(instruction.opcode) == nullptr) ||
            !(is_elementwise(instruction.opcode) || is_pure_index_map(instruction)))
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

    // A dot stores its results in any order, and as fast: its vectors run along the kernel's lines.
    bool may_be_the_reduction(const Instruction& instruction, const std::vector<KernelUse>& uses) const {
        if (uses.size() != 1) return false;
        const KernelUse& use = uses[0];
        if (use.repeated || use.in_term || use.indices.size() != 1 || has_reduction_[use.kernel]) return false;
        return use.indices[0] == kOwnIndex ||
               (use.long_lines && instruction.opcode == Opcode::Dot && update_of(at(use.kernel).opcode) == nullptr);
    }

    static bool has_longer_lines(const Instruction& instruction, const Shape& operand) {
        return instruction.opcode == Opcode::Transpose && instruction.shape.dims.back() > operand.dims.back();
    }

    // A kernel that asks for the elements in another order would have the reduction stored for it in its own.
    static bool is_moved(const std::vector<KernelUse>& uses) {
        return uses.size() == 1 && uses[0].indices.size() == 1 && uses[0].indices[0] != kOwnIndex;
    }

    static bool in_repeated_term(const std::vector<KernelUse>& uses) {
        return std::any_of(uses.begin(), uses.end(), [](const KernelUse& use) { return use.in_term && use.repeated; });
    }

    static bool is_pure_index_map(const Instruction& instruction) {
        return access_of(instruction) == Access::Bitcast || access_of(instruction) == Access::Reindexed;
    }

    static bool reads_guarded(const Instruction& instruction) {
        return access_of(instruction) == Access::Piecewise || access_of(instruction) == Access::Gathered;
    }

    // Nothing that only this instruction uses would have to be stored, or computed twice, for its sake.
    bool only_stored_operands(std::size_t i) const {
        for (const InstructionId operand : at(i).operands) {
            const Instruction& producer = computation_[operand];
            if (element_of(producer.opcode) == nullptr || is_pure_index_map(producer) || counting_[operand.index()] > 0)
                continue;
            if (users_[operand.index()] == 1) return false;
        }
        return true;
    }

    // Tells the operands how they are used.
    void pass_on(std::size_t i) {
        const Instruction& instruction = at(i);
        switch (kinds_[i]) {
        case Materialization::Dead: return;
        case Materialization::Bound:
        case Materialization::Alias:
            for (const InstructionId operand : instruction.operands) forced_[operand.index()] = true;
            return;
        case Materialization::Update: pass_update(i); return;
        case Materialization::Kernel: pass_use(instruction, {.kernel = i, .indices = {kOwnIndex}}); return;
        case Materialization::Inline:
            for (const KernelUse& use : uses_[i]) pass_use(instruction, use);
            return;
        }
    }

    // Of a scatter: each point reads several elements.
    static bool is_index_vector(const Instruction& instruction, std::size_t operand, std::size_t arrays) {
        const std::optional<ScatterDimensions>& scatter = instruction.attributes.scatter;
        return scatter && scatter->scatter_dims_to_operand_dims.size() > 1 && operand == arrays;
    }

    // A scatter of several vectors: its points follow each other, a reduction would have no tiles there.
    static bool goes_in_order(const Instruction& instruction) { return instruction.attributes.scatter.has_value(); }

    // The arrays exist; what is written into them is asked for at the kernel's own points, or read by its reduction.
    void pass_update(std::size_t i) {
        const Instruction& instruction = at(i);
        const std::optional<std::size_t> fills_with = update_of(instruction.opcode)->fills_with;
        const bool folds = reduces(*definition_of(instruction.opcode));
        const bool overlapping = access_of(instruction) == Access::Overlapping;
        const std::size_t arrays = instruction.shape.is_tuple() ? instruction.shape.tuple.size() : 1;
        std::int64_t points = 0;
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const InstructionId operand = instruction.operands[k];
            if (fills_with ? k == *fills_with : k < arrays)
                forced_[operand.index()] = true;
            else if (!is_index_vector(instruction, k, arrays))
                points = std::max(points, computation_[operand].shape.elements());
        }
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const InstructionId operand = instruction.operands[k];
            if (forced_[operand.index()]) continue;
            const std::int64_t elements = computation_[operand].shape.elements();
            const bool own = elements == points && !folds && !is_index_vector(instruction, k, arrays);
            add_use(operand, {.kernel = i,
                              .repeated = overlapping || (!own && elements > 1),
                              .in_term = overlapping,
                              .indices = {own ? kOwnIndex : mix(kOwnIndex, k)}});
        }
        has_reduction_[i] = folds || goes_in_order(instruction);
        ++sizes_[i];
    }

    void pass_use(const Instruction& instruction, const KernelUse& use) {
        const OpDefinition* op = definition_of(instruction.opcode);
        sizes_[use.kernel] += use.indices.size();
        if (reduces(*op)) has_reduction_[use.kernel] = true;
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const Shape& operand = computation_[instruction.operands[k]].shape;
            KernelUse passed = use;
            const bool same_index = keeps_index(instruction, operand);
            passed.long_lines = same_index
                                    ? use.long_lines
                                    : use.indices == std::vector{kOwnIndex} && has_longer_lines(instruction, operand);
            if (!same_index)
                for (std::uint64_t& index : passed.indices)
                    index = mix(mix(index, k + 2),
                                static_cast<std::uint64_t>(&instruction - computation_.instructions.data()) + 7);
            if (op->access == Access::Piecewise || (is_alias(instruction) && !same_index)) ++passed.levels;
            if (reduces(*op)) {
                passed.in_term = true;
                passed.repeated |= op->access == Access::Overlapping;
            }
            if (operand.elements() < (instruction.shape.is_array() ? instruction.shape.elements() : 0))
                passed.repeated = true;
            if (op->access == Access::Gathered) passed.repeated = true;
            if (op->access == Access::Piecewise) passed.repeated = use.repeated;
            add_use(instruction.operands[k], passed);
        }
    }

    static bool keeps_index(const Instruction& instruction, const Shape& operand) {
        if (is_elementwise(instruction.opcode)) return operand.dims == instruction.shape.dims;
        return is_alias(instruction) && without_units(operand.dims) == without_units(instruction.shape.dims);
    }

    void add_use(InstructionId id, const KernelUse& use) {
        for (KernelUse& known : uses_[id.index()]) {
            if (known.kernel != use.kernel) continue;
            known.repeated |= use.repeated;
            known.in_term |= use.in_term;
            known.long_lines &= use.long_lines;
            known.levels = std::max(known.levels, use.levels);
            for (const std::uint64_t index : use.indices)
                if (std::find(known.indices.begin(), known.indices.end(), index) == known.indices.end())
                    known.indices.push_back(index);
            return;
        }
        uses_[id.index()].push_back(use);
    }

    const Module& module_;
    const Computation& computation_;
    std::vector<Materialization> kinds_;
    std::vector<bool> forced_;
    std::vector<bool> overwritten_;
    std::vector<std::vector<KernelUse>> uses_;
    std::vector<std::size_t> sizes_; // instructions of the kernel with this root, counted with their instances
    std::vector<bool> has_reduction_;
    std::vector<std::size_t> users_;
    std::vector<bool> follows_from_weights_;
    std::vector<std::size_t> decoding_; // instructions, see decoding_instructions
    std::vector<std::size_t> counting_;
};

} // namespace

bool is_splat(const Literal& literal) {
    const auto size = static_cast<std::ptrdiff_t>(byte_size(literal.shape.type));
    return !literal.bytes.empty() &&
           std::equal(literal.bytes.begin() + size, literal.bytes.end(), literal.bytes.begin());
}

std::vector<Materialization> partition(const Module& module, const Computation& computation,
                                       const std::vector<InstructionId>& needed,
                                       const std::vector<InstructionId>& counters) {
    return Partitioner(module, computation, counters).run(needed);
}

} // namespace hlo2cpp
