// Common subexpressions: of instructions with equal opcode, operands and attributes the first stands for all. Equal literals
// become one object in the whole module.
#include <string_view>
#include <unordered_map>

#include "ir/builder.h"
#include "lower/pass.h"
#include "ops/regions.h"

namespace hlo2cpp {
namespace {

// Ops that must stay as often as they occur. (An op with effects or with random results belongs here too.)
bool is_unique(const Instruction& instruction) {
    return instruction.opcode == Opcode::Parameter || has_regions(instruction);
}

std::string_view bytes_of(const Literal& literal) {
    return {static_cast<const char*>(static_cast<const void*>(literal.bytes.data())), literal.bytes.size()};
}

void mix(std::size_t& hash, std::size_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15U; }

void mix_all(std::size_t& hash, const std::vector<std::int64_t>& values) {
    for (const std::int64_t value : values) mix(hash, static_cast<std::size_t>(value));
    mix(hash, values.size());
}

void mix_shape(std::size_t& hash, const Shape& shape) { // tuples are flat by now
    mix(hash, static_cast<std::size_t>(shape.type));
    mix_all(hash, shape.dims);
    for (const Shape& element : shape.tuple) mix_all(hash, element.dims);
}

// Equal instructions have equal hashes; what is left out (windows and the like) only makes unequal ones collide, which
// takes equal operands too.
std::size_t hash_of(const Instruction& instruction) {
    std::size_t hash = static_cast<std::size_t>(instruction.opcode);
    mix_shape(hash, instruction.shape);
    for (InstructionId operand : instruction.operands) mix(hash, operand.index());
    const Attributes& attributes = instruction.attributes;
    mix_all(hash, attributes.dimensions);
    mix_all(hash, attributes.slice_sizes);
    for (const SliceDimension& slice : attributes.slice) mix_all(hash, {slice.start, slice.limit, slice.stride});
    for (const PaddingDimension& padding : attributes.padding) mix_all(hash, {padding.low, padding.high, padding.interior});
    for (const WindowDimension& w : attributes.window) mix_all(hash, {w.size, w.stride, w.padding_low, w.padding_high});
    mix(hash, static_cast<std::size_t>(attributes.tuple_index));
    mix(hash, attributes.direction ? 1 + static_cast<std::size_t>(*attributes.direction) : 0);
    mix(hash, std::hash<const Literal*>()(instruction.literal.get()));
    return hash;
}

bool equal(const Instruction& a, const Instruction& b) {
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
            if (same_shape(known.shape, literal->shape) && known.bytes == literal->bytes) return pooled->second = at->second;
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
        const std::size_t hash = hash_of(instruction);
        for (auto [at, end] = seen.equal_range(hash); at != end; ++at) {
            if (!equal(computation[at->second], instruction)) continue;
            changed = true;
            merge_origins(computation[at->second], instruction);
            return at->second;
        }
        seen.emplace(hash, id);
        return {};
    });
    return changed;
}

} // namespace

bool merge_equal(Module& module) {
    bool changed = false;
    LiteralPool pool;
    for (Computation& computation : module.computations) {
        for (Instruction& instruction : computation.instructions)
            if (instruction.literal) instruction.literal = pool.shared(instruction.literal);
        changed |= merge_in(computation);
    }
    return changed;
}

} // namespace hlo2cpp
