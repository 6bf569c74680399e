// The .dat files of variables.
#pragma once

#include <string>
#include <vector>

#include "ir/literal.h"
#include "read/nnef/type.h"

namespace hlo2cpp::nnef {

// A file's elements, which are numbers of one of these kinds.
struct TensorFile {
    std::vector<std::int64_t> extents;
    Base base = Base::Scalar; // Integer: of types signed and unsigned
    bool quantized = false;   // integers that stand for scalars
    std::vector<double> scalars;
    std::vector<std::int64_t> integers; // also logical ones, 0 or 1
};

// These functions throw InputError that does not name the file.
TensorFile parse_tensor_file(const std::string& bytes);
// Literal of the tensor in the type of a variable. Integers that do not fit 32 bits are refused.
Literal literal_of(const TensorFile& file);

} // namespace hlo2cpp::nnef
