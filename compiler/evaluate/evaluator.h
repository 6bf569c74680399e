// The evaluator: runs a module by the published semantics. It is the reference for generated code.
#pragma once

#include <span>
#include <vector>

#include "evaluate/host_data.h"
#include "evaluate/tensor.h"
#include "ir/module.h"

namespace hlo2cpp {

// Arrays of more elements than this are refused: each takes 8 bytes here, 16 where complex.
constexpr std::int64_t kMaxEvaluatedElements = std::int64_t{1} << 31;

// Observer of the values of an evaluation while it runs.
class EvaluationObserver {
public:
    virtual ~EvaluationObserver() = default;
    // True if the observer wants the instructions of the computation; parameters and constants are never shown.
    virtual bool watches(ComputationId computation) const = 0;
    // Shows the operands of the next instruction.
    virtual void before(ComputationId computation, InstructionId instruction,
                        std::span<const Tensor* const> operands) = 0;
    // Shows the value; the observer may change it to another value of that shape, which the evaluation then uses.
    virtual void computed(ComputationId computation, InstructionId instruction, Tensor& value) = 0;
};

// The entry's result leaves from its parameter leaves, both flattened depth first. The module is verified. Throws
// InputError if the parameters do not fit, the module needs too much, or host data is missing.
std::vector<Tensor> evaluate(const Module& module, std::span<const Tensor> parameter_leaves,
                             EvaluationObserver* observer = nullptr, HostData* host = nullptr);

} // namespace hlo2cpp
