// An image with repeated elements (up-sampled) is stored before a convolution reads it. Otherwise an element's place
// follows from a quotient, for which a register tile has no rows.
//
//     broadcast -> reshape -> convolution      becomes      broadcast -> reshape -> copy -> convolution
#include <utility>

#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

class Repeated {
public:
    explicit Repeated(const ComputationBuilder& builder) : builder_(builder) {}

    // True if a broadcast and a reshape repeat the array's elements, on the way to its reader.
    bool is(InstructionId id) const {
        for (int steps = 0; steps < kMostSteps; ++steps) {
            const Instruction& instruction = builder_[id];
            if (instruction.operands.empty()) return false;
            const Instruction& operand = builder_[instruction.operands[0]];
            if (instruction.opcode == Opcode::Reshape && operand.opcode == Opcode::Broadcast)
                return !operand.attributes.dimensions.empty();
            if (!passes_on(instruction)) return false;
            id = instruction.operands[0];
        }
        return false;
    }

private:
    static constexpr int kMostSteps = 8;

    static bool passes_on(const Instruction& instruction) {
        switch (instruction.opcode) {
        case Opcode::Reshape:
        case Opcode::Transpose:
        case Opcode::Slice:
        case Opcode::Pad: return true;
        default: return is_elementwise(instruction.opcode);
        }
    }

    const ComputationBuilder& builder_;
};

} // namespace

bool store_repeated(Module& module, bool in_order) {
    return replace_each(module, Opcode::Convolution, [&](Expansion& e) -> std::optional<InstructionId> {
        if (!Repeated(e.builder()).is(e.operand(0))) return std::nullopt;
        if (in_order && e.builder()[e.operand(1)].opcode != Opcode::Constant) return std::nullopt;
        Instruction convolution = e.instruction();
        convolution.operands[0] = e.stored(e.operand(0));
        return e.builder().add(std::move(convolution));
    });
}

} // namespace hlo2cpp
