#include "fuse/partition.h"

#include <algorithm>

#include "fuse/overlap.h"
#include "fuse/producers.h"
#include "ops/scan_window.h"

namespace hlo2cpp {
namespace {

// More instructions than this in one kernel make functions that neither people nor compilers like.
constexpr std::size_t kMaxKernelInstructions = 120;
// Most different indices at which one kernel may compute an instruction.
constexpr std::size_t kMaxInstances = 12;
constexpr std::size_t kMaxUsers = 3;
// Deepest nesting of choices among pieces, and of quotients of quotients: a deeper one costs each element more than a
// store and a load.
constexpr std::size_t kMaxLevels = 8;
constexpr std::size_t kLongChain = 32; // of operations on integers
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

// True if an instruction is a line of its kernel's code. Two shifts are one rotation, and machines often have a shift
// for nothing beside another operation.
bool is_line(const Instruction& instruction) {
    const bool shifts = instruction.opcode == Opcode::ShiftLeft || instruction.opcode == Opcode::ShiftRightLogical ||
                        instruction.opcode == Opcode::ShiftRightArithmetic;
    return !shifts && !is_pure_index_map(instruction);
}

// By instruction: the longest chain of elementwise operations on integers that ends in it or in its operand.
std::vector<std::size_t> integer_chains(const Computation& computation) {
    std::vector<std::size_t> chains(computation.instructions.size(), 0);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const Instruction& instruction = computation.instructions[i];
        const bool elementwise = is_elementwise(instruction.opcode) || instruction.opcode == Opcode::BitcastConvert;
        if (!instruction.shape.is_array() || !elementwise) continue;
        for (const InstructionId operand : instruction.operands)
            chains[i] = std::max(chains[i], chains[operand.index()]);
        if (is_integer(instruction.shape.type)) ++chains[i];
    }
    return chains;
}

// True for a conversion of integers to elements of more bytes: what is stored are the integers.
bool widens(const Computation& computation, const Instruction& instruction) {
    if (definition_of(instruction.opcode)->cost != Cost::Conversion || instruction.operands.size() != 1) return false;
    const ElementType from = computation[instruction.operands[0]].shape.type, to = instruction.shape.type;
    return is_integer(from) && byte_size(from) < byte_size(to);
}

// True for a gather of slices of one element: each index vector is read once.
bool gathers_single_elements(const Instruction& instruction) {
    return instruction.opcode == Opcode::Gather &&
           std::ranges::all_of(instruction.attributes.slice_sizes, [](std::int64_t size) { return size == 1; });
}

class Partitioner {
public:
    Partitioner(const Module& module, const Computation& computation, const std::vector<InstructionId>& counters)
        : module_(module), computation_(computation), producers_(module, computation, counters),
          kinds_(computation.instructions.size(), Materialization::Dead), forced_(kinds_.size(), false),
          uses_(kinds_.size()), sizes_(kinds_.size(), 0), has_reduction_(kinds_.size(), false),
          has_scan_(kinds_.size(), false), has_function_(kinds_.size(), false), chains_(integer_chains(computation)) {}

    std::vector<Materialization> run(const std::vector<InstructionId>& needed) {
        for (const InstructionId id : needed) forced_[id.index()] = true;
        const std::vector<bool> overlaps = overlapping(computation_);
        for (std::size_t i = 0; i < kinds_.size(); ++i) // else its user might do it behind the wait
            if (overlaps[i] && reduces(*definition_of(at(i).opcode)) && producers_.users(InstructionId(i)) > 0)
                forced_[i] = true;
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

    // True if the op runs in place. If there is a choice, this pays if the array exists already: a carried or given
    // value, or the result of another update. It also pays if one number fills the array and a reduction computes the
    // update, which would be stored elsewhere first.
    bool is_update(const Instruction& instruction) const {
        constexpr std::size_t kUpdate = 1;
        const UpdateForm* form = update_of(instruction.opcode);
        if (form == nullptr || form->element == nullptr) return form != nullptr;
        const Instruction& array = computation_[producers_.whole(instruction.operands[0])];
        return array.opcode == Opcode::Parameter || array.opcode == Opcode::GetTupleElement ||
               update_of(array.opcode) != nullptr ||
               (is_number(array) && producers_.ends_reduction(instruction.operands[kUpdate]));
    }

    bool is_number(const Instruction& array) const {
        if (array.opcode == Opcode::Broadcast)
            return computation_[array.operands[0]].opcode == Opcode::Constant && array.attributes.dimensions.empty();
        return array.opcode == Opcode::Constant && is_splat_array(array);
    }

    bool may_inline(std::size_t i, const OpDefinition& op) {
        if (is_number(at(i))) return true;
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
        const auto has_function = [&](const KernelUse& use) { return has_function_[use.kernel]; };
        const auto in_scan = [&](const KernelUse& use) { return has_scan_[use.kernel]; };
        if (!suits_scan(at(i), op) && std::ranges::any_of(uses, in_scan)) return false;
        if (producers_.counts(InstructionId(i))) return true;
        if (is_overwritten(i) || (is_hashed(i) && std::ranges::any_of(uses, has_function))) return false;
        if (is_pure_index_map(at(i))) return instances <= 4 * kMaxInstances;
        if (producers_.decodes_constants(InstructionId(i))) return instances <= kMaxInstances;
        if (instances > kMaxInstances || uses.size() > kMaxUsers) return false;
        if (recompute_from_weights(i)) return instances <= 2;
        if (op.cost >= Cost::Division) return uses.size() == 1 && !repeated && instances <= 2;
        if (reads_guarded(at(i))) return uses.size() == 1 && !repeated;
        if (widens(computation_, at(i)) && !repeated) return true;
        if (is_elementwise(at(i).opcode) && is_moved(uses) && producers_.ends_reduction(InstructionId(i))) return false;
        if (in_repeated_term(uses)) return op.cost <= Cost::Conversion && only_stored_operands(i);
        return uses.size() == 1 || only_stored_operands(i);
    }

    // True for floats of many integer operations, as random ones: functions, which may have no vectors, would keep
    // these from vectors, too.
    bool is_hashed(std::size_t i) const {
        const Instruction& instruction = at(i);
        const bool from_bits = instruction.opcode == Opcode::BitcastConvert || instruction.opcode == Opcode::Convert;
        return from_bits && is_float(instruction.shape.type) && chains_[i] > kLongChain;
    }

    // True for one element of an array that updates overwrite, read by a kernel other than such an update: if this
    // kernel loaded the element, the array might have to be kept.
    bool is_overwritten(std::size_t i) const {
        const Instruction& instruction = at(i);
        if (instruction.opcode != Opcode::DynamicSlice || instruction.shape.elements() != 1) return false;
        const InstructionId array = producers_.whole(instruction.operands[0]);
        return producers_.is_overwritten(array) && std::ranges::any_of(uses_[i], [&](const KernelUse& use) {
                   const Instruction& kernel = at(use.kernel);
                   return update_of(kernel.opcode) == nullptr || producers_.whole(kernel.operands[0]) != array;
               });
    }

    // True if recomputing pays: a few instructions at each use cost less than a buffer that lives through the network.
    bool recompute_from_weights(std::size_t i) const {
        constexpr std::int64_t kSmall = 4096;
        return definition_of(at(i).opcode)->cost == Cost::Division &&
               producers_.follows_from_weights(InstructionId(i)) && at(i).shape.rank() == 1 &&
               at(i).shape.elements() <= kSmall;
    }

    // True if the kernel's reduction may be this one. A dot stores its results in any order at the same speed: its
    // vectors run along the kernel's lines.
    bool may_be_the_reduction(const Instruction& instruction, const std::vector<KernelUse>& uses) const {
        if (uses.size() != 1) return false;
        const KernelUse& use = uses[0];
        if (use.repeated || use.in_term || use.indices.size() != 1 || has_reduction_[use.kernel]) return false;
        if (scans(instruction) && computes_slowly(use.kernel, instruction)) return false;
        return use.indices[0] == kOwnIndex ||
               (use.long_lines && instruction.opcode == Opcode::Dot && update_of(at(use.kernel).opcode) == nullptr);
    }

    bool scans(const Instruction& instruction) const { return scan_window(module_, instruction).has_value(); }

    // True for what the kernel of a scan may compute: no divisions, functions, borders, and elements that lie in
    // another order. Its points wait for each other, while elsewhere several are computed at once.
    static bool suits_scan(const Instruction& instruction, const OpDefinition& op) {
        const bool turned = instruction.opcode == Opcode::Reverse || instruction.opcode == Opcode::Transpose;
        return op.cost < Cost::Division && !reads_guarded(instruction) && !turned;
    }

    // True if a kernel would compute divisions or functions beside the scan.
    bool computes_slowly(std::size_t kernel, const Instruction& scan) const {
        std::vector<const Instruction*> pending = {&at(kernel)};
        for (std::size_t i = 0; i < std::min(pending.size(), kMaxKernelInstructions); ++i) {
            const Instruction& one = *pending[i];
            const OpDefinition& op = *definition_of(one.opcode);
            if (&one == &scan || reduces(op)) continue;
            if (op.cost >= Cost::Division) return true;
            if (i == 0 || is_elementwise(one.opcode) || is_pure_index_map(one))
                for (const InstructionId operand : one.operands) pending.push_back(&computation_[operand]);
        }
        return false;
    }

    static bool has_longer_lines(const Instruction& instruction, const Shape& operand) {
        return instruction.opcode == Opcode::Transpose && instruction.shape.dims.back() > operand.dims.back();
    }

    // True if the one kernel that uses the elements reads them in another order: with fusion, its reduction would be
    // stored in its own order.
    static bool is_moved(const std::vector<KernelUse>& uses) {
        return uses.size() == 1 && uses[0].indices.size() == 1 && uses[0].indices[0] != kOwnIndex;
    }

    static bool in_repeated_term(const std::vector<KernelUse>& uses) {
        return std::any_of(uses.begin(), uses.end(), [](const KernelUse& use) { return use.in_term && use.repeated; });
    }

    // True if inlining makes no operand stored, or computed twice, that only this instruction uses.
    bool only_stored_operands(std::size_t i) const {
        for (const InstructionId operand : at(i).operands) {
            const Instruction& producer = computation_[operand];
            if (element_of(producer.opcode) == nullptr || is_pure_index_map(producer) || producers_.counts(operand))
                continue;
            if (producers_.users(operand) == 1) return false;
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

    // True for an operand of a scatter that gives an index vector: each point reads several elements.
    static bool is_index_vector(const Instruction& instruction, std::size_t operand, std::size_t arrays) {
        const std::optional<ScatterDimensions>& scatter = instruction.attributes.scatter;
        return scatter && scatter->scatter_dims_to_operand_dims.size() > 1 && operand == arrays;
    }

    // True for a scatter of several vectors: its points run in order, so that a reduction would have no tiles there.
    static bool goes_in_order(const Instruction& instruction) { return instruction.attributes.scatter.has_value(); }

    // Passes the use on to the operands of an update. The arrays exist; the update's values are read at the kernel's
    // own points, or by its reduction.
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
        if (!is_number(instruction) && is_line(instruction)) sizes_[use.kernel] += use.indices.size();
        if (reduces(*op)) has_reduction_[use.kernel] = true;
        if (scans(instruction)) has_scan_[use.kernel] = true;
        if (is_elementwise(instruction.opcode) && op->cost == Cost::Expensive) has_function_[use.kernel] = true;
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
            const Shape& operand = computation_[instruction.operands[k]].shape;
            KernelUse passed = use;
            const bool same_index = keeps_index(instruction, operand, instruction.opcode == Opcode::Gather && k == 1);
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
                passed.repeated |= op->access == Access::Overlapping && !scans(instruction);
            }
            if (operand.elements() < (instruction.shape.is_array() ? instruction.shape.elements() : 0))
                passed.repeated = true;
            if (op->access == Access::Gathered)
                passed.repeated = use.repeated || !(same_index || (k == 1 && gathers_single_elements(instruction)));
            if (op->access == Access::Piecewise) passed.repeated = use.repeated;
            add_use(instruction.operands[k], passed);
        }
    }

    // `is_place`: the operand says where a gather finds an element; each result of one element has its own.
    bool keeps_index(const Instruction& instruction, const Shape& operand, bool is_place) const {
        if (is_elementwise(instruction.opcode) || scans(instruction)) return operand.dims == instruction.shape.dims;
        return (is_alias(instruction) || is_place) &&
               without_units(operand.dims) == without_units(instruction.shape.dims);
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
    const Producers producers_;
    std::vector<Materialization> kinds_;
    std::vector<bool> forced_;
    std::vector<std::vector<KernelUse>> uses_;
    std::vector<std::size_t> sizes_; // instructions of the kernel with this root, counted with their instances
    std::vector<bool> has_reduction_, has_scan_; // by kernel; a scan is a reduction, too
    std::vector<bool> has_function_;             // by kernel
    const std::vector<std::size_t> chains_;
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
