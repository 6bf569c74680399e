// Several errors in an input that a reader found before it stopped.
#pragma once

#include "support/diagnostics.h"

namespace hlo2cpp {

class InputErrors : public InputError {
public:
    InputErrors(Diagnostic first, std::vector<Diagnostic> others)
        : InputError(std::move(first)), more(std::move(others)) {}
    std::vector<Diagnostic> more; // beside the first, in the order of the input
};

} // namespace hlo2cpp
