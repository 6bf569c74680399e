// Integer arithmetic on a constant that is first converted to a wider type is folded into a constant of the same width,
// if all results fit: it takes no more flash, and no time at run time. This removes zero points of weights.
//
//     convert(u8[1024,1024] w) - 128 = convert(s8[1024,1024] w'), in s32
#include <algorithm>

#include "lower/known_values.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

constexpr int kMostConversions = 4;

class Narrowing {
public:
    Narrowing(const Module& module, const Computation& computation)
        : module_(module), computation_(computation), uses_(Users(computation).counts) {}

    // The result in the type of the constant, or its signed counterpart; null if it does not fit or others read the
    // constant.
    LiteralPtr narrow(InstructionId id) const {
        const Instruction& instruction = computation_[id];
        if (!is_elementwise(instruction.opcode) || instruction.opcode == Opcode::Convert) return nullptr;
        std::int64_t bytes = 0;
        for (const InstructionId operand : instruction.operands)
            if (const Instruction* converted = converted_constant(operand)) bytes = byte_size(converted->shape.type);
        std::optional<Tensor> numbers = bytes > 0 ? known_integers(module_, computation_, id) : std::optional<Tensor>();
        if (!numbers) return nullptr;
        if (bytes == 1) return stored_in(std::move(*numbers), {ElementType::S8, ElementType::U8});
        if (bytes == 2) return stored_in(std::move(*numbers), {ElementType::S16, ElementType::U16});
        return stored_in(std::move(*numbers), {ElementType::S32, ElementType::U32});
    }

private:
    // A constant that is only converted to wider types; each conversion has one use.
    const Instruction* converted_constant(InstructionId id) const {
        const std::int64_t bytes = byte_size(computation_[id].shape.type);
        for (int i = 0; i < kMostConversions && computation_[id].opcode == Opcode::Convert && uses_[id.index()] == 1;
             ++i)
            id = computation_[id].operands[0];
        const Instruction& constant = computation_[id];
        const bool narrow = constant.opcode == Opcode::Constant && is_integer(constant.shape.type) &&
                            byte_size(constant.shape.type) < bytes;
        return narrow && uses_[id.index()] == 1 ? &constant : nullptr;
    }

    const Module& module_;
    const Computation& computation_;
    const std::vector<int> uses_;
};

bool narrow_in(const Module& module, Computation& computation) {
    const Narrowing narrowing(module, computation);
    std::vector<LiteralPtr> narrow;
    for (std::size_t i = 0; i < computation.instructions.size(); ++i)
        narrow.push_back(narrowing.narrow(InstructionId(i)));
    if (std::ranges::all_of(narrow, [](const LiteralPtr& literal) { return literal == nullptr; })) return false;
    std::size_t next = 0;
    rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
        const LiteralPtr literal = narrow[next++];
        if (literal == nullptr) return builder.add(std::move(instruction));
        builder.stand_for(instruction);
        return builder.apply(Opcode::Convert, instruction.shape, {builder.constant(literal)});
    });
    return true;
}

} // namespace

bool narrow_constants(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) changed |= narrow_in(module, computation);
    return changed;
}

} // namespace hlo2cpp
