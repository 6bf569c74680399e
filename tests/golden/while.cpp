// loop.cpp: written by hlo2cpp 0.1.0 from module while (sha256 5fbf64e6a63b). Do not edit: run again
//
//     hlo2cpp compile while.hlo
//
// 4 steps, 0 bytes of arena; order: proved
#include "loop.h"

#include <stdint.h>
#include <string.h>

#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define LOOP_STEP __attribute__((noinline))
#else
#define LOOP_STEP
#endif

namespace loop_detail {
namespace {

// a + b, wrapping.
static inline int32_t add_s32(int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

// Step 3, f32[3]
//   twice
LOOP_STEP void twice(float* __restrict out) noexcept {
    #pragma GCC unroll 1
    for (int32_t i = 0; i < 3; ++i) {
        const float loop_element = out[i];
        out[i] = loop_element + loop_element;
    }
}

int run(const float* x, int32_t* out0, float* out1) noexcept {
    out0[0] = 0;
    memcpy(out1, x, 12);
    // loop
    while (out1[0] < 100.0f) { // small, value, first
        out0[0] = add_s32(out0[0], 1); // next
        twice(out1);
    }
    return LOOP_OK;
}

} // namespace
} // namespace loop_detail

int loop_run(const float* x, int32_t* out0, float* out1) noexcept {
    return loop_detail::run(x, out0, out1);
}

int loop_run_in(loop_context* context, const float* x, int32_t* out0, float* out1) noexcept {
    static_cast<void>(context);
    return loop_detail::run(x, out0, out1);
}
