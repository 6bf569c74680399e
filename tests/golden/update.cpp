// update.cpp: written by hlo2cpp 0.1.0 from module update (sha256 d8e3ca40f625). Do not edit: run again
//
//     hlo2cpp compile update.hlo
//
// 4 steps, 8 bytes of arena, as many as are alive at once; order: proved. What lives in it while each step runs:
//
//     0   empty       
//     1   loop        [loop..........................]
//     2     written   [loop..........................]
//     3     next      [loop..........................]
#include "update.h"

#include <stdint.h>

#ifndef UPDATE_ARENA // where the arena is, e.g. __attribute__((section(".dtcm")))
#define UPDATE_ARENA
#endif
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define UPDATE_STEP __attribute__((noinline))
#else
#define UPDATE_STEP
#endif
#ifdef __GNUC__
#define UPDATE_MAY_ALIAS __attribute__((may_alias))
#else
#define UPDATE_MAY_ALIAS
#endif

namespace update_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef int32_t UPDATE_MAY_ALIAS s32_mem;

// a + b, wrapping.
static inline int32_t add_s32(int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

// The run-time index `value`, clamped to [low, high].
static inline int32_t clamp_index_s32(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

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
UPDATE_STEP void written(const float* __restrict x, const s32_mem* __restrict loop,
        float* __restrict out) noexcept {
    const int32_t loop_element = loop[0];
    const int32_t start = clamp_index_s32(loop_element, 0, 4);
    const float number = static_cast<float>(loop_element);
    #pragma GCC unroll 1
    for (int32_t i = 0; i < 3; ++i) {
        out[start * 3 + i] = x[i] * number;
    }
}

int run(unsigned char* arena, const float* x, float* out) noexcept {
    s32_mem* const b_loop = static_cast<s32_mem*>(static_cast<void*>(arena + 0));
    empty(out);
    b_loop[0] = 0;
    // loop
    for (int32_t trip = 0; trip < 5; ++trip) {
        written(x, b_loop, out);
        b_loop[0] = add_s32(b_loop[0], 1); // next
    }
    return UPDATE_OK;
}

alignas(UPDATE_ARENA_ALIGNMENT) UPDATE_ARENA unsigned char static_arena[UPDATE_ARENA_BYTES];

} // namespace
} // namespace update_detail

int update_run(const float* x, float* out) noexcept {
    return update_detail::run(update_detail::static_arena, x, out);
}

int update_run_in(update_context* context, const float* x, float* out) noexcept {
    if (context == nullptr || context->arena == nullptr) return UPDATE_NO_ARENA;
    return update_detail::run(static_cast<unsigned char*>(context->arena), x, out);
}
