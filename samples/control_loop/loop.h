// The loop that host and board run: a measurement, a step of the filter, and how far that is from JAX's own track.
#pragma once

#include "filter.h"
#include "reference.h"
#include "target.h"

constexpr int kSteps = sizeof jax_track / sizeof jax_track[0] / 2;
constexpr float kAllowed = 1e-4f; // metres, on a track of a hundred: sums are in another order

// Calls visit(measured, estimate) after each step. Returns the largest difference from JAX's estimates, or -1 where the
// filter reports an error.
template <typename Visit>
float run_loop(Visit&& visit) {
    Target target;
    float largest = 0.0f;
    filter_reset();
    for (int t = 0; t < kSteps; ++t) {
        alignas(FILTER_ALIGNMENT) float measured[FILTER_MEASURED_ELEMENTS], estimate[FILTER_OUT2_ELEMENTS];
        target.measure(t, measured);
        if (filter_run(measured, estimate) != FILTER_OK) return -1.0f;
        for (int axis = 0; axis < 2; ++axis) {
            const float difference = estimate[axis] - jax_track[2 * t + axis];
            const float distance = difference < 0.0f ? -difference : difference;
            if (!(distance <= largest) && largest == largest) largest = distance; // a NaN stays
        }
        visit(measured, estimate);
    }
    return largest;
}
