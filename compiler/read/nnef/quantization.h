// graph.quant: which tensors are on a grid of values.
#pragma once

#include "read/nnef/interpreter.h"
#include "read/nnef/parser.h"

namespace hlo2cpp::nnef {

// Checks the entries of the text against the document and its library. Throws InputError with the place.
Quantizations check_quantizations(const std::vector<QuantizationEntry>& entries, const SourceText& source,
                                  const Document& document, const Library& library);

// The scalars that the integers of a file stand for, by the operation and its arguments, whose first one is not used.
// Throws InputError.
void dequantize(TensorFile& file, const Fragment& operation, const Values& arguments);

} // namespace hlo2cpp::nnef
