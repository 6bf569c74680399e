// Counts the rounds of all loops of an evaluation, and ends an endless one.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "evaluate/evaluator.h"

namespace hlo2cpp {

class RoundCounter final : public EvaluationObserver {
public:
    struct LimitReached {}; // thrown at the round after the last allowed one

    // `also` is a second observer of the evaluation, or null.
    explicit RoundCounter(const Module& module, std::int64_t limit = std::numeric_limits<std::int64_t>::max(),
                          EvaluationObserver* also = nullptr);
    bool watches(ComputationId computation) const override;
    void before(ComputationId computation, InstructionId instruction, std::span<const Tensor* const> operands) override;
    void computed(ComputationId computation, InstructionId instruction, Tensor& value) override;

    std::int64_t rounds() const { return rounds_; }

private:
    const Module& module_;
    std::vector<bool> condition_; // by computation: of a while
    std::int64_t limit_, rounds_ = 0;
    EvaluationObserver* also_;
};

} // namespace hlo2cpp
