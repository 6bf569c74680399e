#include "arrange/arrange.h"

#include <algorithm>

#include "arrange/equal_kernels.h"
#include "arrange/sums_from_bias.h"

namespace hlo2cpp {

Kernels arrange(Kernels kernels, const Target& target, const ArrangeOptions& options) {
    // Vectors have several partial sums, one of which would start elsewhere than the others.
    if (target.vector_bytes == 0 && !options.in_order) std::ranges::for_each(kernels.kernels, start_sums_at_bias);
    merge_equal_kernels(kernels);
    return kernels;
}

} // namespace hlo2cpp
