// Estimated cycles of calls, as a whole and in bands.
#pragma once

#include <map>
#include <tuple>

#include "arrange/band.h"
#include "arrange/winograd.h"

namespace hlo2cpp {

class BandCycles {
public:
    // `estimate`: of a kernel on flat arrays; none: nothing takes time.
    BandCycles(const CycleEstimate& estimate, const ArenaMemory& memory) : estimate_(estimate), memory_(memory) {}

    double of_call(const RowAnalysis& calls, std::size_t call);
    double of_band(RowAnalysis& calls, const Band& band);

private:
    double of_round(const RowAnalysis& calls, const Stage& stage, std::int64_t rounds);
    double of_far_bytes(std::int64_t bytes) const;
    double of_far_arrays(const RowAnalysis& calls, std::size_t call, const Band* band) const;
    double of_arrays_of_each_round(RowAnalysis& calls, const Band& band) const;
    double estimated(const Kernel& kernel);

    const CycleEstimate& estimate_;
    const ArenaMemory& memory_;
    std::map<KernelId, double> whole_;
    std::map<std::tuple<KernelId, std::size_t, std::int64_t>, double> parts_; // by dimension and rows of a round
    std::size_t estimates_ = 0;
};

} // namespace hlo2cpp
