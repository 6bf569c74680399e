// The memory that calls in generated code touch behind their operands, for program_bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/device_tables.h"
#include "program/program_values.h"

namespace hlo2cpp {

struct CallAccess {
    std::size_t operand = 0;
    std::int64_t bytes = 0;
    std::optional<ElementType> element = {}; // type of the elements that must lie there
};

struct CallAccesses {
    std::vector<CallAccess> list;
    std::string fault = {}; // fault of the operands; empty if there is none
};

// Accesses of memcpy and similar helpers; nothing for other functions.
std::optional<CallAccesses> helper_accesses(const tree::Expression& call, ProgramValues& values);
// Accesses of an intrinsic; nothing if it takes no pointer.
std::optional<CallAccesses> intrinsic_accesses(const tree::Expression& call, ProgramValues& values);
// Accesses of a function of the table that moves bytes between devices.
CallAccesses exchange_accesses(const tree::Expression& call, const DeviceTables& tables);

// Number of elements that insert_in_order(line, 0, size), first_in_order(line, first, size) and sort_line(line, size,
// run) read and write: `line` in the line, `aside` in the scratch, which holds the longest left run.
struct SortReach {
    std::int64_t line = 0, aside = 0;
    std::string fault = {};
};
SortReach sort_reach(const tree::Expression& call, ProgramValues& values);

} // namespace hlo2cpp
