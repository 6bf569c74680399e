// Integer arithmetic on a constant that is first converted to a wider type is folded into a constant of the same width,
// if all results fit: it takes no more flash, and no time at run time. This removes zero points of weights.
//
//     convert(u8[1024,1024] w) - 128 = convert(s8[1024,1024] w'), in s32
#include <algorithm>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 24; // bounds the compiler's time and memory
constexpr int kMostConversions = 4;

class Narrowing {
public:
    Narrowing(const Module& module, const Computation& computation)
        : module_(module), computation_(computation), uses_(computation.instructions.size(), 0) {
        for (const Instruction& instruction : computation.instructions)
            for (const InstructionId operand : instruction.operands) ++uses_[operand.index()];
        ++uses_[computation.root.index()];
    }

    // The result in the type of the constant, or its signed counterpart; null if it does not fit or others read the
    // constant.
    LiteralPtr narrow(const Instruction& instruction) const {
        const Shape& shape = instruction.shape;
        if (!is_elementwise(instruction.opcode) || instruction.opcode == Opcode::Convert || !shape.is_array() ||
            !is_integer(shape.type) || shape.elements() > kMostElements || !definition_of(instruction.opcode)->exact)
            return nullptr;
        const Instruction* source = nullptr;
        std::vector<Tensor> tensors;
        for (const InstructionId operand : instruction.operands) {
            if (const Instruction* converted = converted_constant(operand)) source = converted;
            if (!is_known(operand)) return nullptr;
        }
        if (source == nullptr) return nullptr;
        for (const InstructionId operand : instruction.operands) tensors.push_back(tensor_of(operand));
        return fitting(apply(instruction, tensors), byte_size(source->shape.type));
    }

private:
    const Instruction& at(InstructionId id) const { return computation_[id]; }

    // A constant that is only converted to wider types; each conversion has one use.
    const Instruction* converted_constant(InstructionId id) const {
        const std::int64_t bytes = byte_size(at(id).shape.type);
        for (int i = 0; i < kMostConversions && at(id).opcode == Opcode::Convert && uses_[id.index()] == 1; ++i)
            id = at(id).operands[0];
        const Instruction& constant = at(id);
        const bool narrow = constant.opcode == Opcode::Constant && is_integer(constant.shape.type) &&
                            byte_size(constant.shape.type) < bytes;
        return narrow && uses_[id.index()] == 1 ? &constant : nullptr;
    }

    // A constant, repeated and converted.
    bool is_known(InstructionId id) const {
        for (int i = 0; i < kMostConversions; ++i) {
            const Instruction& instruction = at(id);
            if (instruction.opcode == Opcode::Constant) return is_integer(instruction.shape.type);
            if (instruction.opcode != Opcode::Convert && instruction.opcode != Opcode::Broadcast) return false;
            id = instruction.operands[0];
        }
        return false;
    }

    Tensor tensor_of(InstructionId id) const {
        const Instruction& instruction = at(id);
        if (instruction.opcode == Opcode::Constant) return to_tensor(*instruction.literal);
        return apply(instruction, {tensor_of(instruction.operands[0])});
    }

    Tensor apply(const Instruction& instruction, const std::vector<Tensor>& tensors) const {
        std::vector<const Tensor*> operands;
        for (const Tensor& tensor : tensors) operands.push_back(&tensor);
        return definition_of(instruction.opcode)
            ->evaluate({.module = module_,
                        .computation = computation_,
                        .instruction = instruction,
                        .operands = operands,
                        .call = {}});
    }

    static LiteralPtr fitting(Tensor tensor, std::int64_t bytes) {
        if (tensor.elements() == 0) return nullptr;
        std::int64_t least = tensor.integers()(0), most = least;
        for (std::int64_t i = 0; i < tensor.elements(); ++i) {
            least = std::min<std::int64_t>(least, tensor.integers()(i));
            most = std::max<std::int64_t>(most, tensor.integers()(i));
        }
        for (const ElementType type : {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16,
                                       ElementType::S32, ElementType::U32}) {
            const int bits = info(type).bits - (is_signed(type) ? 1 : 0);
            const std::int64_t end = std::int64_t{1} << bits, begin = is_signed(type) ? -end : 0;
            if (byte_size(type) != bytes || least < begin || most >= end) continue;
            tensor.shape.type = type;
            return std::make_shared<const Literal>(to_literal(tensor));
        }
        return nullptr;
    }

    const Module& module_;
    const Computation& computation_;
    std::vector<int> uses_;
};

bool narrow_in(const Module& module, Computation& computation) {
    const Narrowing narrowing(module, computation);
    std::vector<LiteralPtr> narrow;
    for (const Instruction& instruction : computation.instructions) narrow.push_back(narrowing.narrow(instruction));
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
