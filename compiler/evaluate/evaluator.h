// The evaluator: runs a module as the published semantics read. The reference for generated code.
#pragma once

#include <span>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/module.h"

namespace hlo2cpp {

// Arrays of more elements than this are refused: each takes 8 bytes here, 16 where complex.
constexpr std::int64_t kMaxEvaluatedElements = std::int64_t{1} << 31;

// The entry's result leaves, flattened depth first, from its parameter leaves, flattened likewise. The module is verified.
// Throws InputError where the parameters do not fit or the module needs too much.
std::vector<Tensor> evaluate(const Module& module, std::span<const Tensor> parameter_leaves);

} // namespace hlo2cpp
