// The evaluator: runs a module as the published semantics read. The reference for generated code.
#pragma once

#include <span>
#include <vector>

#include "evaluate/host_data.h"
#include "evaluate/tensor.h"
#include "ir/module.h"

namespace hlo2cpp {

// Arrays of more elements than this are refused: each takes 8 bytes here, 16 where complex.
constexpr std::int64_t kMaxEvaluatedElements = std::int64_t{1} << 31;

// Sees what an evaluation computes while it runs.
class EvaluationObserver {
public:
    virtual ~EvaluationObserver() = default;
    // Whether it wants to see the instructions of the computation; parameters and constants are never shown.
    virtual bool watches(ComputationId computation) const = 0;
    // The operands of an instruction that is computed next.
    virtual void before(ComputationId computation, InstructionId instruction,
                        std::span<const Tensor* const> operands) = 0;
    // Its value, from which the evaluation goes on: it may be changed to another one of that shape.
    virtual void computed(ComputationId computation, InstructionId instruction, Tensor& value) = 0;
};

// The entry's result leaves, flattened depth first, from its parameter leaves, flattened likewise. The module is
// verified. Throws InputError where the parameters do not fit, the module needs too much, or data of a host that is not
// there.
std::vector<Tensor> evaluate(const Module& module, std::span<const Tensor> parameter_leaves,
                             EvaluationObserver* observer = nullptr, HostData* host = nullptr);

} // namespace hlo2cpp
