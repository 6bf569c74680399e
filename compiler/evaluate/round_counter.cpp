#include "evaluate/round_counter.h"

namespace hlo2cpp {

RoundCounter::RoundCounter(const Module& module, std::int64_t limit, EvaluationObserver* also)
    : module_(module), condition_(module.computations.size()), limit_(limit), also_(also) {
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions)
            if (instruction.opcode == Opcode::While) condition_[instruction.called[0].index()] = true;
}

bool RoundCounter::watches(ComputationId computation) const {
    return condition_[computation.index()] || (also_ != nullptr && also_->watches(computation));
}

void RoundCounter::before(ComputationId computation, InstructionId instruction,
                          std::span<const Tensor* const> operands) {
    if (also_ != nullptr && also_->watches(computation)) also_->before(computation, instruction, operands);
}

void RoundCounter::computed(ComputationId computation, InstructionId instruction, Tensor& value) {
    if (also_ != nullptr && also_->watches(computation)) also_->computed(computation, instruction, value);
    if (!condition_[computation.index()] || instruction != module_[computation].root) return;
    if (rounds_++ == limit_) throw LimitReached();
}

} // namespace hlo2cpp
