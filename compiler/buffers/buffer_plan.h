// The buffer plan: the bytes of every value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "buffers/memory_region.h"
#include "schedule/schedule.h"

namespace hlo2cpp {

// A Counter, Local (a Decision) or Scalar is a variable; a value that is Nowhere is never read or written.
enum class Place : std::uint8_t { Arena, Parameter, Result, Constant, Counter, Local, Scalar, Nowhere };

struct Location {
    Place place = Place::Nowhere;
    std::int64_t offset = 0; // Arena: in bytes; Parameter, Result: the leaf; Scalar: its number; else unused
    std::size_t region = 0;  // Arena: the number of the memory region
    friend bool operator==(const Location&, const Location&) = default;
};

// Bytes [offset, offset + size) of a region's arena hold one buffer during the positions [first, last] of the
// depth-first order.
struct ArenaBuffer {
    std::vector<ValueId> values; // values that share the buffer
    std::int64_t offset = 0, size = 0;
    std::int32_t first = 0, last = 0;
    std::size_t region = 0;
};

struct BufferPlan {
    std::vector<Location> locations; // one a value of the Schedule
    std::vector<ArenaBuffer> buffers;
    std::vector<std::vector<ValueId>> scalars; // by number: the values that share it, all of one type
    std::vector<MemoryRegion> regions = {{}};  // in order of preference
    std::int64_t arena_alignment = 4;          // of the arena of each region
    std::int64_t max_live_bytes = 0;           // in all regions; the bound that no plan for this order can beat
    std::int64_t results_bytes = 0;            // of results that alias no parameter

    const Location& operator[](ValueId id) const { return locations[id.index()]; }
    std::int64_t arena_bytes() const;         // of the arenas of all regions
    std::vector<MemoryRegion> arenas() const; // regions in which an arena lies
};

// `regions`: memories in the order of preference, fastest first; none: there is one, of any size. The last one takes
// all that does not fit into the others, even above its budget: check_arena_limit says so.
BufferPlan assign_buffers(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                          std::int64_t alignment, const std::vector<MemoryRegion>& regions = {});
// Independent check: no two values that are alive at once share a byte unless the plan may let them. Throws
// InternalError.
void verify_plan(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule, const BufferPlan& plan);
// The part of it that compares regions with their budgets and with what lies in them.
void verify_regions(const Schedule& schedule, const BufferPlan& plan);
std::string print(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan);

} // namespace hlo2cpp
