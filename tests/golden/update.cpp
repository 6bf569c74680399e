// update.cpp: written by hlo2cpp 0.1.0 from module update (sha256 d8e3ca40f625). Do not edit: run again
//
//     hlo2cpp compile update.hlo
//
// 3 steps, 0 bytes of arena; order: proved
#include "update.h"

#include <stdint.h>

#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define UPDATE_STEP __attribute__((noinline))
#else
#define UPDATE_STEP
#endif

namespace update_detail {
namespace {

// Step 0, f32[5,3]
//   empty
UPDATE_STEP void empty(float* __restrict out) noexcept {
    #pragma GCC unroll 1
    for (int32_t i = 0; i < 15; ++i) {
        out[i] = 0.0f;
    }
}

// Step 2, f32[5,3]
//   written, row, scaled, numbers, number
UPDATE_STEP void written(int32_t trip, const float* __restrict x, float* __restrict out) noexcept {
    const float number = static_cast<float>(trip);
    #pragma GCC unroll 1
    for (int32_t i = 0; i < 3; ++i) {
        out[trip * 3 + i] = x[i] * number;
    }
}

int run(const float* x, float* out) noexcept {
    empty(out);
    // loop
    for (int32_t trip = 0; trip < 5; ++trip) {
        written(trip, x, out);
    }
    return UPDATE_OK;
}

} // namespace
} // namespace update_detail

int update_run(const float* x, float* out) noexcept {
    return update_detail::run(x, out);
}

int update_run_in(update_context* context, const float* x, float* out) noexcept {
    static_cast<void>(context);
    return update_detail::run(x, out);
}
