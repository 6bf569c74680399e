// The loop that host and board run: a look of the radar, a step of the filters and one of the own boat, which follows a
// target, and how far they are from JAX's own run.
#pragma once

#include <stdint.h>

#include "bank.h"
#include "boat.h"
#include "reference.h"

constexpr int kTargets = BANK_OUT3_ELEMENTS;
constexpr int kStates = BANK_OUT2_ELEMENTS / kTargets; // position, velocity, turn rate
constexpr int kSteps = sizeof jax_course / sizeof jax_course[0] / 2;
constexpr int kFollowed = 2;
constexpr float kStepSeconds = 0.2f;
constexpr float kRangeUnit = 1.0f / 8.0f;              // m
constexpr float kBearingUnit = 6.28318531f / 65536.0f; // rad
// On tracks of hundreds of metres (m, m/s, rad/s), because sums are in another order; and of a gain of 1.1.
constexpr float kAllowed = 1e-3f;
constexpr float kAllowedGain = 1e-5f;

struct Step {
    int number;
    const float* estimates; // of each filter: kStates
    const float* nis;       // of each filter: the normalised innovation squared
    const float* own;       // the own boat's position
};

// The largest differences from JAX's run.
struct Differences {
    float estimates = 0.0f, gain = 0.0f, course = 0.0f;
    bool failed = false; // the generated code reported an error

    bool allowed() const { return !failed && estimates <= kAllowed && gain <= kAllowedGain && course <= kAllowed; }
};

inline void compare(const float* values, const float* expected, int count, float& largest) {
    for (int i = 0; i < count; ++i) {
        const float difference = values[i] - expected[i];
        const float distance = difference < 0.0f ? -difference : difference;
        if (largest == largest && !(distance <= largest)) largest = distance; // a NaN stays
    }
}

// Calls visit(step) after each step.
template <typename Visit>
Differences run_loop(Boat& boat, Visit&& visit) {
    Differences differences;
    compare(boat.gain(), jax_gain, LQR_OUT_ELEMENTS, differences.gain);
    bank_reset();
    for (int t = 0; t < kSteps; ++t) {
        alignas(BANK_ALIGNMENT) float measured[BANK_MEASURED_ELEMENTS], estimates[BANK_OUT2_ELEMENTS], nis[kTargets];
        for (int target = 0; target < kTargets; ++target) {
            const int16_t* const look = radar_looks + 2 * (kTargets * t + target);
            measured[2 * target] = static_cast<float>(look[0]) * kRangeUnit;
            measured[2 * target + 1] = static_cast<float>(look[1]) * kBearingUnit;
        }
        if (bank_run(measured, estimates, nis) != BANK_OK) {
            differences.failed = true;
            return differences;
        }
        boat.steer(estimates + kFollowed * kStates);
        compare(estimates, jax_estimates + t * BANK_OUT2_ELEMENTS, BANK_OUT2_ELEMENTS, differences.estimates);
        compare(boat.position(), jax_course + 2 * t, 2, differences.course);
        visit(Step{t, estimates, nis, boat.position()});
    }
    return differences;
}
