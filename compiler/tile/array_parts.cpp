#include "tile/array_parts.h"

#include <algorithm>
#include <cmath>

#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

// Cycles for a byte that moves from the cache of one core to that of another, measured on a Zen 4; and for a byte of a
// constant that the caches of all cores hold.
constexpr double kMovedByte = 0.125, kConstantByte = 0.0125;
// Bytes of a run through memory that is so short that caches take it together with its neighbours.
constexpr std::int64_t kShortRun = 256;
// A run that is like no other: chunks have mixed bytes.
constexpr std::int64_t kMixed = 1;

// Chunks of tiles and of single rows end at different places: up to a third of their bytes.
bool alike(std::int64_t a, std::int64_t b) {
    return std::min(a, b) > kMixed && 3 * a <= 4 * b && 3 * b <= 4 * a;
}

} // namespace

ArrayParts::ArrayParts(const Kernels& kernels, const Target& target, std::int64_t chunks)
    : chunks_(chunks), has_caches_(target.memory.last_cache > 0), kernels_(kernels), runs_(kernels.values.size()) {}

double ArrayParts::divided_cycles(const Kernel& kernel, const Call& call, std::int64_t dim) const {
    double cycles = 0;
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& read = kernel.exprs[load.expr];
        const KernelArgument& array = kernel[read.argument];
        const std::int64_t run = run_of(kernel, array, read.index, dim);
        if (array.constant)
            cycles += run == 0 ? kConstantByte * static_cast<double>(array.bytes()) : 0;
        else if (const ValueId value = call[read.argument]; is_stored_by_a_step(value))
            cycles += moved_cycles(array, runs_[value.index()], run);
    }
    for (const Output& output : kernel.outputs)
        if (run_of(kernel, kernel[output.argument], output.index, dim) == 0)
            cycles += moved_cycles(kernel[output.argument], 0, 0);
    return cycles;
}

double ArrayParts::whole_cycles(const Kernel& kernel, const Call& call) const {
    double cycles = 0;
    for (const ArgumentId argument : loaded_arguments(kernel))
        if (runs_[call[argument].index()] > 0 && is_stored_by_a_step(call[argument]))
            cycles += moved_cycles(kernel[argument], kMixed, 0);
    return cycles;
}

void ArrayParts::run(const Kernel& kernel, const Call& call, std::int64_t dim) {
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& read = kernel.exprs[load.expr];
        std::int64_t& run = runs_[call[read.argument].index()];
        if (dim < 0)
            run = 0;
        else if (run == 0)
            run = run_of(kernel, kernel[read.argument], read.index, dim);
    }
    for_each_stored(kernel, [&](const Output& output) {
        std::int64_t& run = runs_[call[output.argument].index()];
        run = dim < 0 ? 0 : std::max(run_of(kernel, kernel[output.argument], output.index, dim), kMixed);
    });
}

std::int64_t ArrayParts::run_of(const Kernel& kernel, const KernelArgument& array, const Index& index,
                                std::int64_t dim) const {
    const std::int64_t stride = std::abs(kernel.space.coefficient(index, dim));
    if (stride == 0) return kernel.space.depends_on(index, dim) ? kMixed : 0;
    const std::int64_t run = kernel.dims[static_cast<std::size_t>(dim)] / chunks_ * stride * byte_size(array.type);
    return run > kShortRun ? run : 0;
}

double ArrayParts::moved_cycles(const KernelArgument& array, std::int64_t stored_run, std::int64_t run) const {
    if (!has_caches_ || alike(stored_run, run)) return 0;
    const auto chunks = static_cast<double>(chunks_);
    const double own = stored_run > 0 ? 1 / chunks : 0, needed = run > 0 ? 1 / chunks : 1;
    return kMovedByte * static_cast<double>(array.bytes()) * needed * (1 - own);
}

} // namespace hlo2cpp
