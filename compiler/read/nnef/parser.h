// NNEF text -> Document. What names and types mean is for the checker.
#pragma once

#include "read/nnef/lexer.h"
#include "read/nnef/syntax.h"

namespace hlo2cpp::nnef {

// A whole graph.nnef, in the syntax of 1.0 or in the provisional one, which its version statement tells.
Document parse_document(const SourceText& source);
// Fragments alone: a library.
std::vector<std::unique_ptr<Fragment>> parse_library(const SourceText& source);

// What graph.quant says of one tensor.
struct QuantizationEntry {
    std::string tensor;
    TextPlace place;
    ExprPtr call; // without its first argument
};
std::vector<QuantizationEntry> parse_quantization(const SourceText& source);

} // namespace hlo2cpp::nnef
