// Cycles of the terms of a reduction in straight-line code.
#pragma once

#include "machine/target.h"

namespace hlo2cpp {

// Terms that are combined with accumulators: vectors, or scalars.
struct Terms {
    double count = 0;
    double loads = 0;    // of elements or vectors at different places
    double chain = 0;    // terms that one accumulator takes, each of which waits for the one before it
    double streamed = 0; // lines of memory, one behind the other
    bool scalar = false;
};

// True if registers hold these scalars through a loop, beside its accumulators and the operands of a step. (Vectors
// that are operands in memory are no instructions.)
bool are_held(const Target& target, std::int64_t values, std::int64_t accumulators);

// Throughput of multiply-adds, of loads and of memory, or the latency of a chain of vectors, whichever takes longest; a
// machine starts one scalar instruction a cycle, and waits for none.
double term_cycles(const Target& target, const Terms& terms);

} // namespace hlo2cpp
