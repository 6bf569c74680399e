// Constants that are read often lie in the fastest memory that has bytes left.
#include <algorithm>

#include "buffers/constant_plan.h"
#include "buffers/value_accesses.h"

namespace hlo2cpp {
namespace {

// Reads of each array in a call.
std::vector<double> reads_of_arrays(const ConstantPlan& constants, const ValueAccesses& accesses) {
    std::vector<double> reads(constants.arrays.size(), 0);
    for (std::size_t v = 0; v < constants.of_value.size(); ++v)
        if (const ConstantId array = constants.of_value[v]; array.valid()) reads[array.index()] += accesses.of_value[v];
    for (const auto& [key, loads] : accesses.packed)
        if (const auto array = constants.packed.find(key); array != constants.packed.end())
            reads[array->second.index()] += loads;
    return reads;
}

} // namespace

void place_constants(ConstantPlan& constants, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                     const BufferPlan& plan, std::int64_t alignment) {
    struct Candidate {
        ConstantId array;
        double reads = 0; // a byte
    };
    const std::vector<double> reads = reads_of_arrays(constants, count_accesses(kernels, nests, schedule));
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < reads.size(); ++i) {
        const ConstantArray& array = constants.arrays[i];
        if (reads[i] > static_cast<double>(array.literal->shape.elements()))
            candidates.push_back({ConstantId(i), reads[i] / static_cast<double>(array.bytes())});
    }
    std::ranges::stable_sort(candidates, std::greater(), &Candidate::reads);
    std::vector<std::int64_t> left;
    for (const MemoryRegion& region : plan.regions) left.push_back(region.budget - region.arena_bytes);
    for (const Candidate& candidate : candidates) {
        ConstantArray& array = constants.arrays[candidate.array.index()];
        const std::int64_t taken = (array.bytes() / alignment + 1) * alignment; // an end of a string among them
        const auto region = std::ranges::find_if(left, [&](std::int64_t bytes) { return bytes >= taken; });
        if (region == left.end()) continue;
        *region -= taken;
        array.region = static_cast<std::size_t>(region - left.begin());
    }
}

} // namespace hlo2cpp
