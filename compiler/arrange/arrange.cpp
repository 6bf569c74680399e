#include "arrange/arrange.h"

#include <algorithm>

#include "arrange/bands.h"
#include "arrange/equal_kernels.h"
#include "arrange/moved_bits.h"
#include "arrange/sums_from_bias.h"
#include "arrange/wide_operands.h"

namespace hlo2cpp {

Kernels arrange(Kernels kernels, const Target& target, const ArrangeOptions& options) {
    // Vectors have several partial sums; only one of them could start at the bias.
    if (target.vector_bytes == 0 && !options.in_order) std::ranges::for_each(kernels.kernels, start_sums_at_bias);
    // A target with scarce flash has scarce memory too: bands save memory beyond this limit.
    constexpr std::int64_t kEnough = 16 * 1024;
    if (target.scarce_flash && options.bands) run_in_bands(kernels, kEnough);
    if (options.copies) copy_operands_as_f32(kernels, target);
    std::ranges::for_each(kernels.kernels, move_as_bits);
    merge_equal_kernels(kernels);
    return kernels;
}

} // namespace hlo2cpp
