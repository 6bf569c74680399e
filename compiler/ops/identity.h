// Ops whose result is their operands, or a part of them.
#pragma once

#include "evaluate/tensor.h"
#include "ops/expansion.h"
#include "ops/op.h"

namespace hlo2cpp {

// The first operand.
Tensor evaluate_first(const EvaluateContext& context);
InstructionId expand_first(Expansion& e);
// The operand, or a tuple of several.
Shape infer_all(const InferContext& context);
Tensor evaluate_all(const EvaluateContext& context);
InstructionId expand_all(Expansion& e);

// Ops in two halves: start gives a tuple, and done takes an element of it.

// A tuple of the given elements and, if the instruction declares them, of contexts, which nobody reads.
Shape started(const InferContext& context, std::vector<Shape> elements);
Tensor evaluate_started(const EvaluateContext& context, std::vector<Tensor> elements);
InstructionId expand_started(Expansion& e, Expansion::Values elements);
// The operand is a tuple; the result is its element with this number.
Shape infer_element(const InferContext& context, std::size_t element);
Tensor evaluate_element(const EvaluateContext& context, std::size_t element);
// Definition of a done that takes that element.
template <std::size_t element>
OpDefinition takes_element() {
    return {.infer = [](const InferContext& context) { return infer_element(context, element); },
            .evaluate = [](const EvaluateContext& context) { return evaluate_element(context, element); },
            .form =
                ExpandForm{.expand = [](Expansion& e) { return e.builder().get_tuple_element(e.operand(0), element); }},
            .cost = Cost::Free,
            .ends_start = true};
}

} // namespace hlo2cpp
