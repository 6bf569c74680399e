// Data of the page, from the stages' results: steps on their positions, buffers and their contents, the peak, loops.
#pragma once

#include "report/report.h"

namespace hlo2cpp {

// A buffer of the arena, or several values that follow each other in it.
struct PageBuffer {
    std::int64_t offset = 0, size = 0;                    // bytes
    std::int64_t above = 0;                               // bytes of the arenas of the regions before
    std::string region;                                   // may be empty
    std::int64_t place() const { return above + offset; } // in a picture of all arenas, one above the other
    std::int32_t first = 0, last = 0;                     // positions of the depth-first order, both belong to it
    std::string name, shape;                              // of the first value in it that a step writes
    std::size_t more = 0;                                 // values that share it
    std::optional<std::size_t> written;                   // by which step first, a number in `PageData::steps`
};

struct PageLoop {
    std::string name, origin;
    std::int32_t first = 0, last = 0; // positions
    std::int32_t depth = 0;           // of loops around it
    std::int64_t rounds = -1;         // -1: data decides
    std::int64_t max_rounds = -1;     // then: the most that it takes; -1: nobody knows
};

struct PageData {
    std::vector<StepCost> steps;
    std::int32_t end = 1;            // of the positions: the first that is none
    std::vector<PageBuffer> buffers; // in the order of their offsets and positions
    std::vector<std::int64_t> live;  // bytes in use, by position
    std::int32_t peak = 0;           // the first position at which they are most
    std::vector<PageLoop> loops;     // in the order of their positions
    Work work;

    bool at_peak(const PageBuffer& buffer) const { return buffer.first <= peak && peak <= buffer.last; }
    // The last step that begins at or before the position: the one that runs then.
    std::optional<std::size_t> step_at(std::int32_t position) const;
};

PageData page_data(const ReportInput& input);

} // namespace hlo2cpp
