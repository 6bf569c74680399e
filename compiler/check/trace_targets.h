// The value of the lowered module that a report of --trace shows.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace hlo2cpp {

struct TraceTarget {
    ComputationId computation;
    InstructionId instruction;
    std::size_t leaf = 0;                   // of its value; 0 of an array
    bool operand = false;                   // not its value: its operand `leaf`, when it is computed next
    std::int64_t sorted = 0;                // of a sort: elements of each line that are in order, at its front; 0: all
    std::int64_t terms = 1;                 // number of terms that an element is the sum of
    bool rounded = true;                    // floats went into it
    std::optional<ElementType> narrow = {}; // the float of 16 bits or less to which it was rounded on the way

    friend bool operator==(const TraceTarget&, const TraceTarget&) = default;
};

// Target of each trace point; none if it shows no value of the module (half an exchange of two buffers). The k-th
// report of all points with one target is the k-th time that the evaluator computes it.
std::vector<std::optional<TraceTarget>> trace_targets(const Module& lowered, const Kernels& kernels,
                                                      const Schedule& schedule, const std::vector<TracePoint>& points);

} // namespace hlo2cpp
