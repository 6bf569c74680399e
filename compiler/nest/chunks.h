// Chunks of a step: the rounds of its parallel loops are divided among them, and they may run at the same time. A body
// without a parallel loop runs in one chunk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "nest/nest.h"

namespace hlo2cpp {

// The rounds of a parallel loop that a chunk runs. Chunks differ by one round at most.
inline Range rounds_of_chunk(std::int64_t rounds, std::int64_t chunks, std::int64_t chunk) {
    return {rounds * chunk / chunks, rounds * (chunk + 1) / chunks};
}

namespace nest {

// Number of rounds of a loop that counts up from a number to a number; 0 for other loops.
std::int64_t rounds_of(const For& loop);
bool holds_parallel_loop(const Statements& statements);
// The part of a body that one of the chunks runs.
Body body_of_chunk(const Body& body, std::int64_t chunks, std::int64_t chunk);

} // namespace nest

// Returns a fault of the chunks, or nothing: no two of them store one point or use the same scratch, and nothing that
// one of them computes is read by another.
std::optional<std::string> wrong_chunks(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
