// sort.c: written by hlo2cpp 0.2.0 from module sort (sha256 eb3e0c833998). Do not edit: run again
//
//     hlo2cpp compile sort.hlo --language c
//
// 2 steps, 320 bytes of arena, all of them in use at once; no other order of these steps needs less.
// What lives in it while each step runs:
//
//     0   numbers   
//     1   sorted    [sorted........................................][scratch_of_sor]
#include "sort.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __has_include
#include <string.h>
#elif __has_include(<string.h>)
#include <string.h>
#else // a tool chain without a C library: the program has these functions, which compilers call of their own accord
void* memcpy(void*, const void*, __SIZE_TYPE__);
void* memmove(void*, const void*, __SIZE_TYPE__);
void* memset(void*, int, __SIZE_TYPE__);
int memcmp(const void*, const void*, __SIZE_TYPE__);
#endif

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict restrict
#endif

#if SORT_HASH != 0x5583c1f9u || SORT_ARENA_BYTES != 320 || \
    SORT_ARENA_ALIGNMENT != 4 || SORT_WEIGHTS_BYTES != 0
#error "sort.h and sort.c are of different runs of hlo2cpp: take both from one"
#endif
// Floats are computed as it is written here, after IEEE 754.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0) || defined(_M_FP_FAST)
#error "results would be wrong with -ffast-math, -Ofast and the like: compile this file without, or with -fno-fast-math after them"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "results would be wrong with excess precision: compile this file without, e.g. with -msse2 -mfpmath=sse"
#endif
#ifdef __GNUC__ // floats are compared where the module compares them
#pragma GCC diagnostic ignored "-Wfloat-equal"
#endif
#if defined(__clang__) && __clang_major__ >= 13 // has no macro for -funsafe-math-optimizations
#pragma clang fp reassociate(off)
#endif

#ifndef SORT_ALIGNED // what aligns an array to so many bytes
#if defined(__GNUC__) || defined(__TINYC__)
#define SORT_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define SORT_ALIGNED(bytes) _Alignas(bytes)
#else
#error "define SORT_ALIGNED(bytes) as what aligns an array with this compiler"
#endif
#endif
#ifndef SORT_ARENA // where the arena is, e.g. __attribute__((section(".bss.dtcm")))
#define SORT_ARENA
#endif
#ifndef SORT_CODE // where steps are, e.g. __attribute__((section(".itcm")))
#define SORT_CODE
#endif
#ifndef SORT_STEP
#ifdef __GNUC__ // a step has a stack frame of its own, which is gone when it returns
#define SORT_STEP SORT_CODE __attribute__((noinline))
#else
#define SORT_STEP SORT_CODE
#endif
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8) // others warn of a pragma that they do not know
#define SORT_UNROLL_PRAGMA(text) _Pragma(#text)
#define SORT_UNROLL(rounds) SORT_UNROLL_PRAGMA(GCC unroll rounds)
#else
#define SORT_UNROLL(rounds)
#endif
#ifdef __GNUC__
#define SORT_MAY_ALIAS __attribute__((may_alias))
#if __GNUC__ == 5 && !defined(__clang__) // takes such a type for another one, in C
#pragma GCC diagnostic ignored "-Wincompatible-pointer-types"
#endif
#else
#define SORT_MAY_ALIAS
#endif

// Elements in the arena, whose bytes other steps use as other types.
typedef int32_t SORT_MAY_ALIAS s32_mem;
typedef float SORT_MAY_ALIAS f32_mem;

// Step 0, s32[20,3]
//   numbers
static SORT_STEP void numbers(int32_t* __restrict out) {
    SORT_UNROLL(1)
    for (int32_t i0 = 0; i0 < 20; ++i0) {
        SORT_UNROLL(3)
        for (int32_t i1 = 0; i1 < 3; ++i1) {
            out[i0 * 3 + i1] = i0;
        }
    }
}

// What changes its place at once.
typedef struct sorted__element {
    float value0;
    int32_t value1;
} sorted__element;

// A line that is sorted, and room for its left runs.
typedef struct sorted__line {
    f32_mem* first0;
    s32_mem* first1;
    f32_mem* aside0;
    s32_mem* aside1;
} sorted__line;

static inline sorted__element sorted__get(const sorted__line* line, int32_t k) {
    return (sorted__element){line->first0[k * 3], line->first1[k * 3]};
}

static inline void sorted__put(const sorted__line* line, int32_t k, const sorted__element moved) {
    line->first0[k * 3] = moved.value0;
    line->first1[k * 3] = moved.value1;
}

static inline sorted__element sorted__get_aside(const sorted__line* line, int32_t k) {
    return (sorted__element){line->aside0[k], line->aside1[k]};
}

static inline void sorted__put_aside(const sorted__line* line, int32_t k, const sorted__element moved) {
    line->aside0[k] = moved.value0;
    line->aside1[k] = moved.value1;
}

// Whether a belongs in front of b.
static inline bool sorted__before(const sorted__element a, const sorted__element b) {
    return a.value0 > b.value0;
}

// Elements [begin, end) of a line in order, by insertion: each goes to the left as long as it belongs in front.
static inline void sorted__insert_in_order(const sorted__line* line, int32_t begin, int32_t end) {
    for (int32_t k = begin + 1; k < end; ++k) {
        const sorted__element element = sorted__get(line, k);
        int32_t to = k;
        for (; to > begin && sorted__before(element, sorted__get(line, to - 1)); --to) sorted__put(line, to, sorted__get(line, to - 1));
        sorted__put(line, to, element);
    }
}

// Two neighbours in order, [begin, middle) and [middle, end), become one: the left one steps aside and comes back in
// order with the right one.
static inline void sorted__merge_neighbours(const sorted__line* line, int32_t begin, int32_t middle, int32_t end) {
    if (!sorted__before(sorted__get(line, middle), sorted__get(line, middle - 1))) return; // in order already
    const int32_t width = middle - begin;
    for (int32_t k = 0; k < width; ++k) sorted__put_aside(line, k, sorted__get(line, begin + k));
    int32_t left = 0;
    int32_t right = middle;
    int32_t to = begin;
    sorted__element from_left = sorted__get_aside(line, left);
    sorted__element from_right = sorted__get(line, right);
    for (;;) {
        if (sorted__before(from_right, from_left)) {
            sorted__put(line, to++, from_right);
            if (++right == end) break;
            from_right = sorted__get(line, right);
        } else {
            sorted__put(line, to++, from_left);
            if (++left == width) return;
            from_left = sorted__get_aside(line, left);
        }
    }
    for (; left < width; ++left) sorted__put(line, to++, sorted__get_aside(line, left));
}

// The elements [0, size) of a line in order; equal ones stay as they are. Runs of `run` elements by insertion, then by
// merging; there is room aside for the largest left run. Whatever the comparison says, it ends, and inside the line.
static inline void sorted__sort_line(const sorted__line* line, int32_t size, int32_t run) {
    for (int32_t begin = 0; begin < size; begin += run)
        sorted__insert_in_order(line, begin, size - begin < run ? size : begin + run);
    for (int32_t width = run; width < size; width *= 2)
        for (int32_t begin = 0; begin + width < size; begin += 2 * width) {
            const int32_t middle = begin + width;
            sorted__merge_neighbours(line, begin, middle, size - middle < width ? size : middle + width);
        }
}

// Step 1, f32[20,3], s32[20,3]
//   sorted
static SORT_STEP void sorted(f32_mem* __restrict out0, int32_t* __restrict out1, f32_mem* __restrict scratch) {
    SORT_UNROLL(1)
    for (int32_t i = 0; i < 3; ++i) {
        sorted__sort_line(&(sorted__line){out0 + i, out1 + i, scratch,
                (s32_mem*)(void*)(scratch + 10)}, 20, 10);
    }
}

static int run(unsigned char* arena, const float* keys, int32_t* out) {
    f32_mem* const b_sorted = (f32_mem*)(void*)(arena + 0);
    f32_mem* const b_scratch_of_sorted = (f32_mem*)(void*)(arena + 240);
    numbers(out);
    memcpy(b_sorted, keys, 240);
    sorted(b_sorted, out, b_scratch_of_sorted);
    return SORT_OK;
}

// Whether the memory of a context is there.
static int check(const sort_context* context) {
    if (context == NULL || context->arena == NULL) return SORT_NO_ARENA;
    if ((uintptr_t)(context->arena) % SORT_ARENA_ALIGNMENT != 0) return SORT_MISALIGNED;
    return SORT_OK;
}

#ifndef SORT_NO_OWN_ARENA
int sort_run(const float* keys, int32_t* out) {
    SORT_ALIGNED(SORT_ARENA_ALIGNMENT) SORT_ARENA static unsigned char static_arena[SORT_ARENA_BYTES];
    return run(static_arena, keys, out);
}
#endif

int sort_run_in(sort_context* context, const float* keys, int32_t* out) {
    const int status = check(context);
    if (status != SORT_OK) return status;
    return run((unsigned char*)(context->arena), keys, out);
}
