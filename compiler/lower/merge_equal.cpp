// Common subexpressions: of instructions with equal opcode, operands and attributes the first stands for all. Equal
// literals become one object in the whole module; equal computations of reduce and the like become one too.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "ir/computation_builder.h"
#include "ir/exchange.h"
#include "lower/pass.h"
#include "ops/op.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

// Ops that must stay as often as they occur. (An op with effects or with random results belongs here too.) A tuple
// costs nothing, and a region's root loses elements that a host call's operand keeps.
bool is_unique(const Instruction& instruction) {
    const bool host = is_host_call(instruction.opcode) && exchange_of(instruction) != Exchange::Device;
    return instruction.opcode == Opcode::Parameter || instruction.opcode == Opcode::Tuple || has_regions(instruction) ||
           host || is_barrier(instruction.opcode);
}

std::string_view bytes_of(const Literal& literal) {
    return {static_cast<const char*>(static_cast<const void*>(literal.bytes.data())), literal.bytes.size()};
}

void mix(std::size_t& hash, std::size_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
}

void mix_all(std::size_t& hash, const std::vector<std::int64_t>& values) {
    for (const std::int64_t value : values) mix(hash, static_cast<std::size_t>(value));
    mix(hash, values.size());
}

void mix_shape(std::size_t& hash, const Shape& shape) { // tuples are flat by now
    mix(hash, static_cast<std::size_t>(shape.type));
    mix_all(hash, shape.dims);
    for (const Shape& element : shape.tuple) mix_all(hash, element.dims);
}

// Equal instructions have equal hashes. Attributes that are left out (windows and the like) only make unequal ones
// collide, which takes equal operands too.
std::size_t instruction_hash(const Instruction& instruction) {
    std::size_t hash = static_cast<std::size_t>(instruction.opcode);
    mix_shape(hash, instruction.shape);
    for (InstructionId operand : instruction.operands) mix(hash, operand.index());
    const Attributes& attributes = instruction.attributes;
    mix_all(hash, attributes.dimensions);
    mix_all(hash, attributes.slice_sizes);
    for (const SliceDimension& slice : attributes.slice) mix_all(hash, {slice.start, slice.limit, slice.stride});
    for (const PaddingDimension& padding : attributes.padding)
        mix_all(hash, {padding.low, padding.high, padding.interior});
    for (const WindowDimension& w : attributes.window) mix_all(hash, {w.size, w.stride, w.padding_low, w.padding_high});
    mix(hash, static_cast<std::size_t>(attributes.tuple_index));
    mix(hash, attributes.direction ? 1 + static_cast<std::size_t>(*attributes.direction) : 0);
    mix(hash, std::hash<const Literal*>()(instruction.literal.get()));
    return hash;
}

bool equal_instructions(const Instruction& a, const Instruction& b) {
    return a.opcode == b.opcode && a.operands == b.operands && a.called == b.called && a.literal == b.literal &&
           same_shape(a.shape, b.shape) && a.attributes == b.attributes;
}

class LiteralPool {
public:
    LiteralPtr shared(const LiteralPtr& literal) {
        const auto [pooled, added] = pooled_.try_emplace(literal.get(), literal);
        if (!added) return pooled->second;
        std::size_t hash = std::hash<std::string_view>()(bytes_of(*literal));
        mix_shape(hash, literal->shape);
        for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at) {
            const Literal& known = *at->second;
            if (same_shape(known.shape, literal->shape) && known.bytes == literal->bytes)
                return pooled->second = at->second;
        }
        by_hash_.emplace(hash, literal);
        return literal;
    }

private:
    std::unordered_map<const Literal*, LiteralPtr> pooled_; // only looked up, as all here
    std::unordered_multimap<std::size_t, LiteralPtr> by_hash_;
};

bool merge_in(Computation& computation) {
    bool changed = false;
    std::unordered_multimap<std::size_t, InstructionId> seen; // only looked up, and all under a hash are unequal
    seen.reserve(computation.instructions.size());
    std::size_t next = 0;
    replace_in_order(computation, [&](Instruction& instruction) -> InstructionId {
        const InstructionId id(next++);
        if (is_unique(instruction)) return {};
        const std::size_t hash = instruction_hash(instruction);
        for (auto [at, end] = seen.equal_range(hash); at != end; ++at) {
            if (!equal_instructions(computation[at->second], instruction)) continue;
            changed = true;
            merge_origins(computation[at->second], instruction);
            return at->second;
        }
        seen.emplace(hash, id);
        return {};
    });
    return changed;
}

// Pool of computations that others only call: the first of equal ones stands for all.
class ComputationPool {
public:
    explicit ComputationPool(const Module& module)
        : module_(module), is_region_(region_computations(module)), pooled_(module.computations.size()) {}

    ComputationId shared(ComputationId id) const { return pooled_[id.index()]; }

    // To be called for callees first.
    void add(ComputationId id) {
        pooled_[id.index()] = id;
        if (is_region_[id.index()] || id == module_.entry) return;
        const std::size_t hash = hash_of(module_[id]);
        for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at) {
            if (!equal(module_[at->second], module_[id])) continue;
            pooled_[id.index()] = at->second;
            return;
        }
        by_hash_.emplace(hash, id);
    }

private:
    static std::size_t hash_of(const Computation& computation) {
        std::size_t hash = computation.root.index();
        for (const Instruction& instruction : computation.instructions) mix(hash, instruction_hash(instruction));
        return hash;
    }

    static bool equal(const Computation& a, const Computation& b) {
        return a.root == b.root && a.parameters == b.parameters &&
               std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(), b.instructions.end(),
                          equal_instructions);
    }

    const Module& module_;
    std::vector<bool> is_region_;
    std::vector<ComputationId> pooled_;
    std::unordered_multimap<std::size_t, ComputationId> by_hash_; // only looked up
};

} // namespace

bool merge_equal(Module& module) {
    bool changed = false;
    LiteralPool literals;
    ComputationPool computations(module);
    for (const ComputationId id : callees_first(module)) {
        for (Instruction& instruction : module[id].instructions) {
            if (instruction.literal) instruction.literal = literals.shared(instruction.literal);
            for (ComputationId& called : instruction.called) {
                changed |= computations.shared(called) != called;
                called = computations.shared(called);
            }
        }
        changed |= merge_in(module[id]);
        computations.add(id);
    }
    return changed;
}

} // namespace hlo2cpp
