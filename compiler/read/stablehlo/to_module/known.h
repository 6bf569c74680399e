// Values that are known before the program runs: what sizes are computed of.
#pragma once

#include <optional>
#include <unordered_map>

#include "evaluate/tensor.h"
#include "ir/builder/builder.h"

namespace hlo2cpp::stablehlo {

// Known values of one computation, also while it is being built.
class KnownValues {
public:
    explicit KnownValues(const Computation& computation) : computation_(computation) {}

    // The elements of a small array of integers or booleans, if only constants make it.
    std::optional<builder::Sizes> integers(InstructionId id);

private:
    const Tensor* value(InstructionId root);
    bool evaluate(InstructionId id);

    Module module_; // of which evaluation asks nothing
    const Computation& computation_;
    std::unordered_map<std::size_t, Tensor> values_; // by instruction
};

} // namespace hlo2cpp::stablehlo
