// Checks names and types of a text before anything is computed.
#pragma once

#include "read/nnef/library.h"

namespace hlo2cpp::nnef {

struct CheckOptions {
    bool provisional = false; // integers serve as scalars, fragments may have variables
};

// Prepares calls for the interpreter: finds the type that ? stands for and the argument of each parameter. Both
// functions throw InputError at the first place that is wrong.
void check_fragment(Fragment& fragment, const Library& library, CheckOptions options);
// Adds the document's own fragments to the library, and checks all of it.
void check_document(Document& document, Library& library);
// A call of a standard operation alone, without its first argument, which is a tensor<scalar>: of graph.quant.
void check_quantization(Expr& call, const SourceText& source, const Library& library);

} // namespace hlo2cpp::nnef
