// sort.cpp: written by hlo2cpp 0.1.0 from module sort (sha256 eb3e0c833998). Do not edit: run again
//
//     hlo2cpp compile sort.hlo
//
// 2 steps, 320 bytes of arena, as many as are alive at once; order: proved. What lives in it while each step runs:
//
//     0   numbers   
//     1   sorted    [sorted........................................][scratch_of_sor]
#include "sort.h"

#include <stdint.h>
#include <string.h>

#ifndef SORT_ARENA // where the arena is, e.g. __attribute__((section(".dtcm")))
#define SORT_ARENA
#endif
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define SORT_STEP __attribute__((noinline))
#else
#define SORT_STEP
#endif
#ifdef __GNUC__
#define SORT_MAY_ALIAS __attribute__((may_alias))
#else
#define SORT_MAY_ALIAS
#endif

namespace sort_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef int32_t SORT_MAY_ALIAS s32_mem;
typedef float SORT_MAY_ALIAS f32_mem;

// Step 0, s32[20,3]
//   numbers
SORT_STEP void numbers(int32_t* __restrict out) noexcept {
    #pragma GCC unroll 1
    for (int32_t i0 = 0; i0 < 20; ++i0) {
        #pragma GCC unroll 1
        for (int32_t i1 = 0; i1 < 3; ++i1) {
            out[i0 * 3 + i1] = i0;
        }
    }
}

// Step 1, f32[20,3], s32[20,3]
//   sorted
SORT_STEP void sorted(f32_mem* __restrict scratch_of_sorted, f32_mem* __restrict out0,
        int32_t* __restrict out1) noexcept {
    // Whether one belongs in front of the other.
    const auto before = [](float a0, float b0) noexcept {
        return a0 > b0;
    };
    f32_mem* const left0 = scratch_of_sorted;
    s32_mem* const left1 = static_cast<s32_mem*>(static_cast<void*>(scratch_of_sorted + 10));
    #pragma GCC unroll 1
    for (int32_t i = 0; i < 3; ++i) {
        auto* const line0 = out0 + i;
        auto* const line1 = out1 + i;
        // Runs of 10: each element goes to the left as long as it belongs in front.
        #pragma GCC unroll 1
        for (int32_t begin = 0; begin < 20; begin += 10) {
            const int32_t end = begin + 10 < 20 ? begin + 10 : 20;
            #pragma GCC unroll 1
            for (int32_t k = begin + 1; k < end; ++k) {
                const float element0 = line0[k * 3];
                const int32_t element1 = line1[k * 3];
                int32_t to = k;
                for (; to > begin && before(element0, line0[(to - 1) * 3]); --to) {
                    line0[to * 3] = line0[(to - 1) * 3];
                    line1[to * 3] = line1[(to - 1) * 3];
                }
                line0[to * 3] = element0;
                line1[to * 3] = element1;
            }
        }
        // Neighbours become one: the left one steps aside and comes back in order with the right one.
        #pragma GCC unroll 1
        for (int32_t width = 10; width < 20; width *= 2) {
            #pragma GCC unroll 1
            for (int32_t first = 0; first + width < 20; first += 2 * width) {
                const int32_t middle = first + width;
                if (!before(line0[middle * 3], line0[(middle - 1) * 3])) continue; // in order already
                const int32_t last = middle + width < 20 ? middle + width : 20;
                #pragma GCC unroll 1
                for (int32_t n = 0; n < width; ++n) {
                    left0[n] = line0[(first + n) * 3];
                    left1[n] = line1[(first + n) * 3];
                }
                int32_t next_left = 0, next_right = middle;
                #pragma GCC unroll 1
                for (int32_t place = first; next_left < width; ++place) {
                    if (next_right < last && before(line0[next_right * 3], left0[next_left])) {
                        line0[place * 3] = line0[next_right * 3];
                        line1[place * 3] = line1[next_right * 3];
                        ++next_right;
                    } else {
                        line0[place * 3] = left0[next_left];
                        line1[place * 3] = left1[next_left];
                        ++next_left;
                    }
                }
            }
        }
    }
}

int run(unsigned char* arena, const float* keys, int32_t* out) noexcept {
    f32_mem* const b_sorted = static_cast<f32_mem*>(static_cast<void*>(arena + 0));
    f32_mem* const b_scratch_of_sorted = static_cast<f32_mem*>(static_cast<void*>(arena + 240));
    numbers(out);
    memcpy(b_sorted, keys, 240);
    sorted(b_scratch_of_sorted, b_sorted, out);
    return SORT_OK;
}

alignas(SORT_ARENA_ALIGNMENT) SORT_ARENA unsigned char static_arena[SORT_ARENA_BYTES];

} // namespace
} // namespace sort_detail

int sort_run(const float* keys, int32_t* out) noexcept {
    return sort_detail::run(sort_detail::static_arena, keys, out);
}

int sort_run_in(sort_context* context, const float* keys, int32_t* out) noexcept {
    if (context == nullptr || context->arena == nullptr) return SORT_NO_ARENA;
    return sort_detail::run(static_cast<unsigned char*>(context->arena), keys, out);
}
