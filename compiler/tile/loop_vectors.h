// Vectorisation of loops of the module: rounds that do not depend on each other run at once.
//
//     for (j = k; j < n; ++j)              for (j = k; j < n - 7; j += 8)
//         y[j] = y[j] - a * x[j];              y[j .. j + 7] = y[j .. j + 7] - a * x[j .. j + 7];
//                                          for (j = k + (n - k) / 8 * 8; j < n; ++j)
//                                              y[j] = y[j] - a * x[j];
#pragma once

#include <optional>

#include "nest/nest.h"

namespace hlo2cpp {

// The loop in vectors; nothing where rounds may depend on each other, where a round does more than add, subtract,
// multiply, divide and negate neighbouring f32 or f64, or where there are too few rounds. `rounds`: their number, empty
// where it is not known.
std::optional<ModuleLoop> loop_in_vectors(const Kernels& kernels, const While& loop, const Range& rounds,
                                          const Target& target);

} // namespace hlo2cpp
