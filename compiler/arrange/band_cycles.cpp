#include "arrange/band_cycles.h"

#include <algorithm>

#include "arrange/addresses.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostEstimates = 6'000; // kernels of a region; further ones count with their points
constexpr double kCall = 30;                  // cycles of a call, its loops and their rests
constexpr double kLine = 64;                  // bytes of a line of a cache

double points_of(const Kernel& kernel) {
    double points = 1;
    for (const std::int64_t size : all_dims(kernel)) points *= static_cast<double>(size);
    return points;
}

// The kernel for a few rows. Which ones a variable tells, as in a band.
Kernel part_of(const Kernel& kernel, std::size_t row_dim, std::int64_t rows) {
    Kernel one = kernel;
    const Range rounds{0, kernel.dims[row_dim] / rows};
    const ArgumentId round(one.arguments.size());
    one.arguments.push_back({.type = ElementType::S32, .range = rounds});
    std::vector<std::int64_t> dims = kernel.dims;
    dims[row_dim] = rows;
    const auto replacement = [&](IndexSpace& space) {
        std::vector<Index> now;
        for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d) now.push_back(space.dimension(d));
        now[row_dim] = now[row_dim] + space.variable(round, rounds) * rows;
        return now;
    };
    return rebuilt(one, {.dims = dims, .reduction_dims = reduction_dims(one), .replacement = replacement, .kept = {}});
}

} // namespace

double BandCycles::of_call(const RowAnalysis& calls, std::size_t call) {
    const auto [known, fresh] = whole_.try_emplace(calls.call(call).kernel);
    if (fresh) known->second = estimated(calls.kernel(call));
    return known->second + of_far_arrays(calls, call, nullptr);
}

double BandCycles::of_band(RowAnalysis& calls, const Band& band) {
    if (!estimate_) return 0;
    double cycles = of_arrays_of_each_round(calls, band);
    for (const std::size_t call : band.before) cycles += of_call(calls, call);
    for (const Stage& stage : band.stages)
        cycles += of_round(calls, stage, band.rounds) + of_far_arrays(calls, stage.call, &band);
    return cycles;
}

double BandCycles::of_far_bytes(std::int64_t bytes) const {
    return static_cast<double>(bytes) / kLine * memory_.far_line;
}

// The arrays that the call reads and writes and that no cache holds from one call to the next: all but those between
// the stages of its band, and constants, which are read once in any case.
double BandCycles::of_far_arrays(const RowAnalysis& calls, std::size_t call, const Band* band) const {
    const Kernel& kernel = calls.kernel(call);
    std::int64_t bytes = 0;
    for (std::size_t a = 0; a < kernel.arguments.size(); ++a) {
        const ArgumentId argument(a);
        const bool stays = kernel[argument].constant || kernel[argument].bytes() <= memory_.last_cache;
        if (!stays && !(band && band->is_inside(calls, calls.call(call)[argument]))) bytes += kernel[argument].bytes();
    }
    return of_far_bytes(bytes);
}

// Constants, and other arrays that stages read as a whole, in all rounds but the first: if the cache has no room for
// them and the rows between the stages.
double BandCycles::of_arrays_of_each_round(RowAnalysis& calls, const Band& band) const {
    std::int64_t read = 0, rows = 0;
    for (const Stage& stage : band.stages) {
        const Kernel& kernel = calls.kernel(stage.call);
        for (const ArgumentId argument : loaded_arguments(kernel))
            if (kernel[argument].constant || !calls.window(stage.call, stage.row_dim, argument))
                read += kernel[argument].bytes();
        if (stage.inside) rows += stage.buffer_bytes(calls);
    }
    return read + rows <= memory_.last_cache ? 0 : of_far_bytes(read * (band.rounds - 1));
}

double BandCycles::of_round(const RowAnalysis& calls, const Stage& stage, std::int64_t rounds) {
    const auto [known, fresh] = parts_.try_emplace({calls.call(stage.call).kernel, stage.row_dim, stage.rate});
    if (fresh) known->second = estimated(part_of(calls.kernel(stage.call), stage.row_dim, stage.rate));
    const auto kept = static_cast<double>(stage.kept() * stage.output.size); // moved
    return static_cast<double>(rounds) * (known->second + (kept > 0 ? kCall + kept : 0));
}

double BandCycles::estimated(const Kernel& kernel) {
    if (!estimate_) return 0;
    if (++estimates_ > kMostEstimates) return points_of(kernel);
    return kCall + estimate_(with_addresses(kernel));
}

} // namespace hlo2cpp
