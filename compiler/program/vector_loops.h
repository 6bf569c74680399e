// Loops of the module whose rounds do not depend on each other, as rounds of vectors and the rounds that are left:
//
//     for (j = k; j < n; ++j)              for (j = k; j < n - 7; j += 8)
//         y[j] = y[j] - a * x[j];              f32x8_to(y + j)[0] = f32x8_at(y + j)[0] - a * f32x8_at(x + j)[0];
//                                          for (j = k + (n - k) / 8 * 8; j < n; ++j)
//                                              y[j] = y[j] - a * x[j];
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "support/range.h"
#include "tree/statement.h"

namespace hlo2cpp {

struct VectorRounds {
    std::int64_t vector_bytes = 0; // of the widest vector
    Range rounds;                  // of the loop, none of them below 0
    // Element type that a pointer in the loop points to; nothing if it is not known. Pointers with two names reach no
    // common bytes.
    std::function<std::optional<ElementType>(const std::string& pointer)> element_type;
};

// The loops in place of one that counts by ones; nothing where rounds may depend on each other, where a round does more
// than add, subtract, multiply, divide and negate neighbouring f32 or f64, or where there are too few rounds.
std::optional<tree::Statements> in_vectors(const tree::For& loop, const VectorRounds& vectors);

} // namespace hlo2cpp
