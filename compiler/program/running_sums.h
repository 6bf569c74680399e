// A loop that adds up an array and stores each sum so far, in vectors: lanes are added to one another first, so that a
// vector waits for a single addition of the one before it:
//
//     for (j = 0; j < n; ++j) {            for (j = 0; j < n - 7; j += 8) {
//         const float a = x[j];                const f32x8 a = running_sums_f32x8(f32x8_at(x + j)[0]);
//         sum = sum + a;                       f32x8_to(y + j)[0] = sum + a;
//         y[j] = sum;                          sum = sum + a[7];
//     }                                    }
//
// and the rounds that are left.
#pragma once

#include "program/vector_loops.h"

namespace hlo2cpp {

// The loops in place of one that counts by ones; nothing where it is no such loop, or has too few rounds.
std::optional<tree::Statements> running_sums_in_vectors(const tree::For& loop, const VectorRounds& vectors);

} // namespace hlo2cpp
