#include "lower/known_extremum.h"

#include <algorithm>

#include "lower/simplify.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

constexpr int kMost = 64; // instructions that are looked at

class Extremum {
public:
    Extremum(const Module& module, const Computation& computation, Opcode extremum, const Literal& bound)
        : module_(module), computation_(computation), extremum_(extremum), bound_(bound) {}

    bool holds(InstructionId id) {
        const Instruction& x = computation_[id];
        if (x.shape.type != bound_.shape.type || ++looked_at_ > kMost) return false;
        if (const Literal* scalar = splat_of(computation_, id)) return holds(*scalar);
        const auto operand = [&](std::size_t i) { return holds(x.operands[i]); };
        switch (x.opcode) {
        case Opcode::Maximum:
        case Opcode::Minimum: return x.opcode == extremum_ ? operand(0) || operand(1) : operand(0) && operand(1);
        case Opcode::Clamp: return operand(0) && operand(2); // one of the limits, or between them
        case Opcode::Select: return operand(1) && operand(2);
        case Opcode::Pad: return operand(0) && operand(1);
        case Opcode::Broadcast:
        case Opcode::Reshape:
        case Opcode::Transpose:
        case Opcode::Reverse:
        case Opcode::Copy:
        case Opcode::Slice: return operand(0);
        case Opcode::Concatenate:
            return std::ranges::all_of(x.operands, [&](InstructionId piece) { return holds(piece); });
        default: return false;
        }
    }

private:
    bool holds(const Literal& scalar) const { return folded(module_, extremum_, scalar, bound_).bytes == scalar.bytes; }

    const Module& module_;
    const Computation& computation_;
    const Opcode extremum_;
    const Literal& bound_;
    int looked_at_ = 0;
};

} // namespace

bool is_within(const Module& module, const Computation& computation, InstructionId id, Opcode extremum,
               const Literal& bound) {
    return Extremum(module, computation, extremum, bound).holds(id);
}

} // namespace hlo2cpp
