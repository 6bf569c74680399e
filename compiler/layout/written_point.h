// The point of a kernel that writes an element.
#pragma once

#include "layout/point_evaluation.h"

namespace hlo2cpp {

// Facts about an output that the search needs, once for all elements.
struct OutputInverse {
    EvaluationOrder order;    // of its index and of the conditions of its points
    std::vector<bool> varies; // by term: from point to point
    bool fits = true;         // no run-time value in the index varies
};

OutputInverse output_inverse(const Kernel& kernel, const Output& output);

enum class PointSearch : std::uint8_t { Found, NoPoint, Unknown };

// Finds the point that writes the element with these subscripts, and leaves it in `at.point`. The index is solved term
// by term, the largest coefficient first; dimensions that stay open are tried.
PointSearch find_point(const Kernel& kernel, const Output& output, const OutputInverse& inverse,
                       const std::vector<std::int64_t>& element, PointEvaluation& at);

} // namespace hlo2cpp
