// Decompositions are computed by the loops of generated code in the evaluator, too: the equations that define them
// prove the answer.
#pragma once

#include <optional>
#include <vector>

#include "check/difference.h"
#include "evaluate/evaluator.h"

namespace hlo2cpp {

// Names the equation that the value of a call of linear algebra does not fulfil, and the error. It is empty if all
// hold, for other instructions and those whose answer is unique, and for matrices with NaN or infinities.
std::optional<std::string> broken_equation(const Module& module, ComputationId computation, InstructionId instruction,
                                           std::span<const Tensor* const> operands, const Tensor& value);

// Judges each such call of an evaluation.
class DecompositionJudge final : public EvaluationObserver {
public:
    explicit DecompositionJudge(const Module& module);
    bool watches(ComputationId computation) const override { return judged_[computation.index()]; }
    void before(ComputationId computation, InstructionId instruction, std::span<const Tensor* const> operands) override;
    void computed(ComputationId computation, InstructionId instruction, Tensor& value) override;

    const std::optional<Difference>& first() const { return first_; } // the first wrong answer

private:
    const Module& module_;
    std::vector<bool> judged_;     // computations with such calls
    std::vector<Tensor> operands_; // of the call that is computed next
    std::optional<Difference> first_;
};

} // namespace hlo2cpp
