// The own boat: position and velocity in the plane, steered by an acceleration.
#pragma once

#include <string.h>

#include "lqr.h"

// Its model over one step of 0.2 s, A x + B u, and what errors (Q) and steering (R) cost; the same as in export.py.
alignas(LQR_ALIGNMENT) static const float kBoatA[LQR_A_ELEMENTS] = {1.0f, 0.0f, 0.2f, 0.0f, 0.0f, 1.0f, 0.0f, 0.2f,
                                                                    0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f};
alignas(LQR_ALIGNMENT) static const float kBoatB[LQR_B_ELEMENTS] = {0.02f, 0.0f, 0.0f, 0.02f, 0.2f, 0.0f, 0.0f, 0.2f};
alignas(LQR_ALIGNMENT) static const float kBoatQ[LQR_Q_ELEMENTS] = {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f,
                                                                    0.0f, 0.0f, 4.0f, 0.0f, 0.0f, 0.0f, 0.0f, 4.0f};
alignas(LQR_ALIGNMENT) static const float kBoatR[LQR_R_ELEMENTS] = {6.0f, 0.0f, 0.0f, 6.0f};

class Boat {
public:
    // Computes the gain of the steering; false where that fails.
    bool design() { return lqr_run(kBoatA, kBoatB, kBoatQ, kBoatR, gain_) == LQR_OK; }

    // One step towards a position and a velocity.
    void steer(const float wanted[4]) {
        float error[4], push[2] = {0.0f, 0.0f}, next[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        for (int i = 0; i < 4; ++i) error[i] = limited(wanted[i] - state_[i], 60.0f);
        for (int axis = 0; axis < 2; ++axis) {
            for (int i = 0; i < 4; ++i) push[axis] += gain_[2 * i + axis] * error[i];
            push[axis] = limited(push[axis], 4.0f); // m/s^2
        }
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) next[i] += kBoatA[4 * i + j] * state_[j];
            for (int axis = 0; axis < 2; ++axis) next[i] += kBoatB[2 * i + axis] * push[axis];
        }
        memcpy(state_, next, sizeof state_);
    }

    const float* gain() const { return gain_; }      // 2 x 4, one column after the other: {0,1} in lqr.h
    const float* position() const { return state_; } // 2, m

private:
    static float limited(float value, float limit) { return value > limit ? limit : value < -limit ? -limit : value; }

    float state_[4] = {60.0f, 40.0f, 0.0f, 0.0f};
    alignas(LQR_ALIGNMENT) float gain_[LQR_OUT_ELEMENTS] = {};
};
