// Offsets for buffers that are alive during intervals: an abstract problem.
//
//     offset                       Two buffers that are alive at the same time share no byte. The end of the highest
//       ^   +-------+  +-----+     buffer is `height`; no plan can be lower than the largest sum of sizes at one time,
//       |   |   B   |  |  C  |     `bound`.
//       |   +----+--+--+--+--+
//       |   | A  |  D     |
//       +---+----+--------+---> position
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlo2cpp {

struct AllocationProblem {
    struct Buffer {
        std::int64_t size = 0;            // bytes, a multiple of `alignment` or zero
        std::int64_t first = 0, last = 0; // positions at which it is alive; both belong to it
    };
    std::vector<Buffer> buffers;
    std::int64_t alignment = 1; // all offsets are multiples
};

struct AllocationLimits {
    std::int64_t work = 30'000'000; // buffers that the exact search looks at, in all
    std::int32_t buffers = 1'500;   // no exact search above this
};

struct Allocation {
    std::vector<std::int64_t> offsets; // one a buffer, bytes
    std::int64_t height = 0;
    std::int64_t bound = 0;
};

// Throws InternalError where the sizes add up to more than an int64 holds.
Allocation allocate(const AllocationProblem& problem, const AllocationLimits& limits = {});
// The largest sum of sizes at one position.
std::int64_t live_bound(const AllocationProblem& problem);
// Independent check: empty, or the two buffers that clash, or another fault.
std::string check_allocation(const AllocationProblem& problem, const Allocation& allocation);

// Exact search: offsets with a height of at most `capacity`; nothing if there are none, or if `work` (buffers looked
// at, counted down) ran out.
std::optional<std::vector<std::int64_t>> place_below(const AllocationProblem& problem, std::int64_t capacity,
                                                     std::int64_t& work);

} // namespace hlo2cpp
