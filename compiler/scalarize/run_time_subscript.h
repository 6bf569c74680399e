// Elements of an array of scalars at a subscript that only the run knows, such as the row of a pivot: each of the few
// that it may be is chosen where the subscript is its number.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "scalarize/scalar_graph.h"

namespace hlo2cpp {

struct RunTimeSubscript {
    std::size_t dim = 0; // of the array
    ExprId value;        // the subscript is this integer + offset
    std::int64_t offset = 0;
    Range values; // all that the integer may be
};

// The one among these that is no constant; none where there are more, or where it may be too much.
std::optional<RunTimeSubscript> run_time_subscript(ScalarGraph& graph, const Subscripts& index,
                                                   const std::vector<std::int64_t>& dims);

// True if tests choose the integer.
bool is_chosen(ScalarGraph& graph, const RunTimeSubscript& subscript);

// True where the integer is this number.
ExprId equals(ScalarGraph& graph, ExprId integer, std::int64_t number);

// The subscripts where that integer is this number.
Subscripts with_number(const Subscripts& index, const RunTimeSubscript& subscript, std::int64_t number);

// The element where the subscript's integer is a number, for all numbers that it may be.
using ElementsByNumber = std::function<ExprId(std::int64_t)>;
ExprId chosen_element(ScalarGraph& graph, const RunTimeSubscript& subscript, const ElementsByNumber& element);

} // namespace hlo2cpp
