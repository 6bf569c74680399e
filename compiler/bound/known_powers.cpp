#include "bound/known_powers.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostPowers = std::int64_t{1} << 20;
constexpr double kLeastPower = 0x1p-127;

bool is_iota_of_zeros(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Iota) return false;
    return instruction.shape.dims[static_cast<std::size_t>(instruction.attributes.dimensions[0])] == 1;
}

bool makes_powers(const Instruction& instruction) {
    return instruction.shape.is_array() && instruction.shape.type == ElementType::F8E8M0FNU &&
           (instruction.opcode == Opcode::Convert || is_iota_of_zeros(instruction));
}

class PowerFolder {
public:
    PowerFolder(const Module& module, Computation& computation)
        : module_(module), computation_(computation), known_(computation.instructions.size(), false),
          needed_(known_.size(), false), tensors_(known_.size()) {}

    void run() {
        for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = is_known(at(i));
        for (std::size_t i = known_.size(); i-- > 0;) {
            needed_[i] = known_[i] && (needed_[i] || makes_powers(at(i)));
            for (const InstructionId operand : at(i).operands)
                if (needed_[i]) needed_[operand.index()] = true;
        }
        for (std::size_t i = 0; i < known_.size(); ++i) {
            if (!needed_[i]) continue;
            tensors_[i] = value_of(at(i));
            if (makes_powers(at(i))) become_constant(computation_.instructions[i], *tensors_[i]);
        }
    }

private:
    const Instruction& at(std::size_t i) const { return computation_.instructions[i]; }

    bool is_known(const Instruction& instruction) const {
        if (!instruction.shape.is_array() || instruction.shape.elements() > kMostPowers) return false;
        if (instruction.opcode == Opcode::Constant || is_iota_of_zeros(instruction)) return true;
        return can_fold(instruction) && !instruction.operands.empty() &&
               std::ranges::all_of(instruction.operands, [&](InstructionId id) { return known_[id.index()]; });
    }

    Tensor value_of(const Instruction& instruction) const {
        if (instruction.opcode == Opcode::Constant) return to_tensor(*instruction.literal);
        std::vector<const Tensor*> operands;
        for (const InstructionId id : instruction.operands) operands.push_back(&*tensors_[id.index()]);
        Tensor value = folded(module_, computation_, instruction, operands);
        if (makes_powers(instruction))
            for (std::int64_t i = 0; i < value.elements(); ++i)
                if (operands.empty() || is_zero(*operands[0], i)) value.reals()(i) = kLeastPower;
        return value;
    }

    static bool is_zero(const Tensor& tensor, std::int64_t i) {
        if (is_complex(tensor.shape.type)) return tensor.complexes()(i).real() == 0;
        return is_float(tensor.shape.type) ? tensor.reals()(i) == 0 : tensor.integers()(i) == 0;
    }

    static void become_constant(Instruction& instruction, const Tensor& value) {
        instruction.opcode = Opcode::Constant;
        instruction.operands.clear();
        instruction.attributes = {};
        instruction.literal = std::make_shared<const Literal>(to_literal(value));
    }

    const Module& module_;
    Computation& computation_;
    std::vector<bool> known_, needed_; // by instruction
    std::vector<std::optional<Tensor>> tensors_;
};

} // namespace

void fold_known_powers(Module& module) {
    for (Computation& computation : module.computations)
        if (std::ranges::any_of(computation.instructions, makes_powers)) PowerFolder(module, computation).run();
}

} // namespace hlo2cpp
