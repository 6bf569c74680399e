// Runs the graph of a checked document: what is known is computed, and tensors become instructions of the module.
#pragma once

#include "read/nnef/graph.h"
#include "read/nnef/library.h"

namespace hlo2cpp::nnef {

// What graph.quant says of a tensor: a checked call without its first argument.
struct Quantization {
    const SourceText* source;
    const Expr* call;
};
using Quantizations = std::map<std::string, Quantization>;

// The graph's results, in their order. Throws InputError with the place in the text. Recursion, steps and sizes are
// bounded.
builder::Ops interpret(const Document& document, const Quantizations& quantizations, Graph& graph);

} // namespace hlo2cpp::nnef
