// Arranging: the same steps in a form that suits the target better.
#pragma once

#include "kernel/kernel.h"
#include "machine/target.h"

namespace hlo2cpp {

struct ArrangeOptions {
    bool in_order = false; // a sum adds its terms in the module's order, whatever the target
    bool bands = true;     // where memory is scarce, see band.h
    bool copies = true;    // of operands that are converted, see wide_operands.h
};

Kernels arrange(Kernels kernels, const Target& target, const ArrangeOptions& options = {});

} // namespace hlo2cpp
