// Runs the graph of a checked document: computes known values, and turns tensors into instructions of the module.
#pragma once

#include "read/nnef/graph.h"
#include "read/nnef/library.h"

namespace hlo2cpp::nnef {

// The quantization of a tensor in graph.quant: a checked call without its first argument.
struct Quantization {
    const SourceText* source;
    const Expr* call;
};
using Quantizations = std::map<std::string, Quantization>;

// The graph's results, in their order. Throws InputError with the place in the text. Recursion, steps and sizes are
// bounded.
builder::Ops interpret(const Document& document, const Quantizations& quantizations, Graph& graph);

} // namespace hlo2cpp::nnef
