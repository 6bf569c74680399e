// A target that moves in the plane under an unknown push, and the noisy measurements of its position, in metres. All in
// integers (1/256 m), so that every program, and export.py, sees the same.
#pragma once

#include <stdint.h>

class Target {
public:
    // The measurement number t; to be called for 0, 1, 2, ...
    void measure(int t, float measured[2]) {
        if (t % 50 == 0) {
            push_[0] = draw(24);
            push_[1] = draw(24);
        }
        for (int axis = 0; axis < 2; ++axis) {
            velocity_[axis] = limited(velocity_[axis] + push_[axis], 512);
            position_[axis] += quarter(velocity_[axis]);
            int32_t noise = 0;
            for (int i = 0; i < 4; ++i) noise += draw(384);
            measured[axis] = static_cast<float>(position_[axis] + quarter(noise)) / 256.0f;
        }
    }

private:
    int32_t draw(int32_t limit) { // -limit ... limit
        random_ = random_ * 1664525u + 1013904223u;
        return static_cast<int32_t>((random_ >> 16) % static_cast<uint32_t>(2 * limit + 1)) - limit;
    }
    static int32_t limited(int32_t value, int32_t limit) {
        return value > limit ? limit : value < -limit ? -limit : value;
    }
    static int32_t quarter(int32_t value) { return value >= 0 ? value / 4 : -((3 - value) / 4); } // rounded down

    uint32_t random_ = 1;
    int32_t position_[2] = {0, 0}, velocity_[2] = {384, 0}, push_[2] = {0, 0};
};
