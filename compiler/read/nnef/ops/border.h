// Borders of tensors: the elements that a window sees outside of them.
#pragma once

#include "read/nnef/operation.h"

namespace hlo2cpp::nnef {

bool is_padded(const PaddingPairs& padding);
// The tensor with a border around it: 'constant' (of `value`), 'replicate', 'reflect' (the outermost element is not
// repeated), 'reflect-even' (it is). Negative padding cuts off, of 'constant' alone.
Op bordered(const OperationCall& call, Op tensor, const PaddingPairs& padding, const std::string& border,
            double value = 0);
// The transpose of `bordered`: elements in the border are added to the elements that they copy, or dropped.
Op unbordered(const OperationCall& call, Op tensor, const PaddingPairs& padding, const std::string& border);

} // namespace hlo2cpp::nnef
