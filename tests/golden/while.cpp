// loop.cpp: written by hlo2cpp 0.1.0 from module while (sha256 5fbf64e6a63b). Do not edit: run again
//
//     hlo2cpp compile while.hlo
//
// 4 steps, 4 bytes of arena, as many as are alive at once; order: proved. What lives in it while each step runs:
//
//     0   loop      
//     1     small   [small.........]
//     2     next    
//     3     twice   
#include "loop.h"

#include <stdint.h>
#include <string.h>

#ifndef LOOP_ARENA // where the arena is, e.g. __attribute__((section(".dtcm")))
#define LOOP_ARENA
#endif
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define LOOP_STEP __attribute__((noinline))
#else
#define LOOP_STEP
#endif
#ifdef __GNUC__
#define LOOP_MAY_ALIAS __attribute__((may_alias))
#else
#define LOOP_MAY_ALIAS
#endif

namespace loop_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef uint8_t LOOP_MAY_ALIAS pred_mem;

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

int run(unsigned char* arena, const float* x, int32_t* out0, float* out1) noexcept {
    pred_mem* const b_small = static_cast<pred_mem*>(static_cast<void*>(arena + 0));
    out0[0] = 0;
    memcpy(out1, x, 12);
    // loop
    for (;;) {
        b_small[0] = static_cast<uint8_t>(out1[0] < 100.0f); // small, value, first
        if (b_small[0] == 0) break;
        out0[0] = add_s32(out0[0], 1); // next
        twice(out1);
    }
    return LOOP_OK;
}

alignas(LOOP_ARENA_ALIGNMENT) LOOP_ARENA unsigned char static_arena[LOOP_ARENA_BYTES];

} // namespace
} // namespace loop_detail

int loop_run(const float* x, int32_t* out0, float* out1) noexcept {
    return loop_detail::run(loop_detail::static_arena, x, out0, out1);
}

int loop_run_in(loop_context* context, const float* x, int32_t* out0, float* out1) noexcept {
    if (context == nullptr || context->arena == nullptr) return LOOP_NO_ARENA;
    return loop_detail::run(static_cast<unsigned char*>(context->arena), x, out0, out1);
}
