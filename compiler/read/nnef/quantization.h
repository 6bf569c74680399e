// graph.quant: which tensors are on a grid of values.
#pragma once

#include "read/nnef/interpreter.h"
#include "read/nnef/parser.h"

namespace hlo2cpp::nnef {

// Checks the entries of the text against the document and its library. Throws InputError with the place.
Quantizations check_quantizations(const std::vector<QuantizationEntry>& entries, const SourceText& source,
                                  const Document& document, const Library& library);

// Scalars that a file's integers stand for, by the quantizing operation and its arguments; the first one is not used.
// Throws InputError.
void dequantize(TensorFile& file, const Fragment& operation, const Values& arguments);

} // namespace hlo2cpp::nnef
