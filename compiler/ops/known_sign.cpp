#include "ops/known_sign.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

constexpr int kDepth = 4, kMoves = 6; // search depths: of signs, and of ops that only move elements

// For each dimension of an array its dimension in another array; -1: none, its size is 1.
using Dimensions = std::vector<std::int64_t>;

class Signs {
public:
    Signs(const Module& module, const Computation& computation) : module_(module), computation_(computation) {}

    bool not_positive(InstructionId id, int depth = kDepth) const {
        const Instruction& x = computation_[id];
        if (!is_float(x.shape.type) || depth == 0) return false;
        const auto operand = [&](std::size_t i) { return not_positive(x.operands[i], depth - 1); };
        const auto opposite = [&](std::size_t i) { return not_negative(x.operands[i], depth - 1); };
        switch (x.opcode) {
        case Opcode::Constant: return constant(x, [](double value) { return !(value > 0); });
        case Opcode::Negate: return opposite(0);
        case Opcode::Minimum: return operand(0) || operand(1);
        case Opcode::Maximum:
        case Opcode::Add: return operand(0) && operand(1);
        case Opcode::Multiply: return (operand(0) && opposite(1)) || (opposite(0) && operand(1));
        case Opcode::Subtract:
            return (operand(0) && opposite(1)) || exceeds(x.operands[1], identity(x), x.operands[0], kMoves);
        default: return moves(x.opcode) && operand(0);
        }
    }

private:
    bool not_negative(InstructionId id, int depth) const {
        const Instruction& x = computation_[id];
        if (!is_float(x.shape.type) || depth == 0) return false;
        const auto operand = [&](std::size_t i) { return not_negative(x.operands[i], depth - 1); };
        const auto opposite = [&](std::size_t i) { return not_positive(x.operands[i], depth - 1); };
        switch (x.opcode) {
        case Opcode::Constant: return constant(x, [](double value) { return !(value < 0); });
        case Opcode::Abs:
        case Opcode::Exponential:
        case Opcode::Logistic:
        case Opcode::Sqrt: return true;
        case Opcode::Negate: return opposite(0);
        case Opcode::Maximum: return operand(0) || operand(1);
        case Opcode::Minimum:
        case Opcode::Add: return operand(0) && operand(1);
        case Opcode::Multiply:
            return x.operands[0] == x.operands[1] || (operand(0) && operand(1)) || (opposite(0) && opposite(1));
        case Opcode::Reduce: {
            const std::optional<Opcode> combiner = simple_combiner(module_[x.called[0]]);
            return x.operands.size() == 2 && combiner == Opcode::Add && operand(0) && operand(1);
        }
        default: return moves(x.opcode) && operand(0);
        }
    }

    // True if the op's result has elements of operand 0 and no others.
    static bool moves(Opcode opcode) {
        return opcode == Opcode::Broadcast || opcode == Opcode::Reshape || opcode == Opcode::Transpose ||
               opcode == Opcode::Copy || opcode == Opcode::Slice || opcode == Opcode::Convert;
    }

    template <typename Holds>
    static bool constant(const Instruction& x, Holds&& holds) {
        return x.shape.is_scalar() && holds(to_tensor(*x.literal).reals()(0));
    }

    static Dimensions identity(const Instruction& x) {
        Dimensions dimensions;
        for (std::size_t d = 0; d < x.shape.rank(); ++d) dimensions.push_back(static_cast<std::int64_t>(d));
        return dimensions;
    }

    // True if each element of `id` is a maximum over elements of `below` that include the one at its own place.
    // `dimensions` are the dimensions of `id` in `below`.
    bool exceeds(InstructionId id, Dimensions dimensions, InstructionId below, int depth) const {
        const Instruction& x = computation_[id];
        if (depth == 0) return false;
        switch (x.opcode) {
        case Opcode::Broadcast: {
            Dimensions inner;
            for (const std::int64_t d : x.attributes.dimensions)
                inner.push_back(dimensions[static_cast<std::size_t>(d)]);
            return exceeds(x.operands[0], inner, below, depth - 1);
        }
        case Opcode::Reshape: {
            const std::optional<Dimensions> inner = reshaped(computation_[x.operands[0]].shape, x.shape, dimensions);
            return inner && exceeds(x.operands[0], *inner, below, depth - 1);
        }
        case Opcode::Maximum:
            return exceeds(x.operands[0], dimensions, below, depth - 1) ||
                   exceeds(x.operands[1], dimensions, below, depth - 1);
        case Opcode::Reduce: return is_maximum(x, dimensions, below);
        default: return false;
        }
    }

    bool is_maximum(const Instruction& reduce, const Dimensions& dimensions, InstructionId below) const {
        if (reduce.operands.size() != 2 || reduce.operands[0] != below) return false;
        if (simple_combiner(module_[reduce.called[0]]) != Opcode::Maximum) return false;
        const Shape& shape = computation_[below].shape;
        std::size_t next = 0;
        for (std::size_t d = 0; d < shape.rank(); ++d) {
            const auto number = static_cast<std::int64_t>(d);
            if (std::ranges::find(reduce.attributes.dimensions, number) != reduce.attributes.dimensions.end()) continue;
            if (dimensions[next++] != number && shape.dims[d] != 1) return false;
        }
        return true;
    }

    // Dimensions of the operand of a reshape that only adds or drops dimensions of size 1.
    static std::optional<Dimensions> reshaped(const Shape& operand, const Shape& result, const Dimensions& dimensions) {
        Dimensions inner;
        std::size_t next = 0;
        const auto skip = [&] {
            while (next < result.rank() && result.dims[next] == 1) ++next;
        };
        for (const std::int64_t size : operand.dims) {
            skip();
            if (size != 1 && (next == result.rank() || result.dims[next] != size)) return std::nullopt;
            inner.push_back(size == 1 ? -1 : dimensions[next++]);
        }
        skip();
        return next == result.rank() ? std::optional(inner) : std::nullopt;
    }

    const Module& module_;
    const Computation& computation_;
};

} // namespace

bool is_not_positive(const Module& module, const Computation& computation, InstructionId id) {
    return Signs(module, computation).not_positive(id);
}

} // namespace hlo2cpp
