// sort.cpp: written by hlo2cpp 0.2.0 from module sort (sha256 eb3e0c833998). Do not edit: run again
//
//     hlo2cpp compile sort.hlo
//
// 2 steps, 320 bytes of arena, all of them in use at once; no other order of these steps needs less.
// What lives in it while each step runs:
//
//     0   numbers   
//     1   sorted    [sorted........................................][scratch_of_sor]
#include "sort.h"

#include <stdint.h>
#ifndef __has_include
#include <string.h>
#elif __has_include(<string.h>)
#include <string.h>
#else // a tool chain without a C library: the program has these functions, which compilers call of their own accord
extern "C" {
void* memcpy(void*, const void*, decltype(sizeof 0)) noexcept;
void* memmove(void*, const void*, decltype(sizeof 0)) noexcept;
void* memset(void*, int, decltype(sizeof 0)) noexcept;
int memcmp(const void*, const void*, decltype(sizeof 0)) noexcept;
}
#endif

#if !defined(__GNUC__) && !defined(_MSC_VER) && !defined(__restrict) // a word that others may not know
#define __restrict
#endif

#if SORT_HASH != 0x79fea863u || SORT_ARENA_BYTES != 320 || \
    SORT_ARENA_ALIGNMENT != 4 || SORT_WEIGHTS_BYTES != 0
#error "sort.h and sort.cpp are of different runs of hlo2cpp: take both from one"
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
#else
#define SORT_MAY_ALIAS
#endif

namespace sort_detail {
namespace {

// Elements in the arena, whose bytes other steps use as other types.
typedef int32_t SORT_MAY_ALIAS s32_mem;
typedef float SORT_MAY_ALIAS f32_mem;

// Elements [begin, end) of a line in order, by insertion: each goes to the left as long as it belongs in front.
template <typename Index, typename Line>
inline void insert_in_order(const Line& line, Index begin, Index end) noexcept {
    for (Index k = begin + 1; k < end; ++k) {
        const auto element = line.get(k);
        Index to = k;
        for (; to > begin && Line::before(element, line.get(to - 1)); --to) line.put(to, line.get(to - 1));
        line.put(to, element);
    }
}

// Two neighbours in order, [begin, middle) and [middle, end), become one: the left one steps aside and comes back in
// order with the right one.
template <typename Index, typename Line>
inline void merge_neighbours(const Line& line, Index begin, Index middle, Index end) noexcept {
    if (!Line::before(line.get(middle), line.get(middle - 1))) return; // in order already
    const Index width = middle - begin;
    for (Index k = 0; k < width; ++k) line.put_aside(k, line.get(begin + k));
    Index left = 0;
    Index right = middle;
    Index to = begin;
    auto from_left = line.get_aside(left);
    auto from_right = line.get(right);
    for (;;) {
        if (Line::before(from_right, from_left)) {
            line.put(to++, from_right);
            if (++right == end) break;
            from_right = line.get(right);
        } else {
            line.put(to++, from_left);
            if (++left == width) return;
            from_left = line.get_aside(left);
        }
    }
    for (; left < width; ++left) line.put(to++, line.get_aside(left));
}

// The elements [0, size) of a line in order; equal ones stay as they are. Runs of `run` elements by insertion, then by
// merging; there is room aside for the largest left run. Whatever the comparison says, it ends, and inside the line.
template <typename Index, typename Line>
inline void sort_line(const Line& line, Index size, Index run) noexcept {
    for (Index begin = 0; begin < size; begin += run)
        insert_in_order(line, begin, size - begin < run ? size : begin + run);
    for (Index width = run; width < size; width *= 2)
        for (Index begin = 0; begin + width < size; begin += 2 * width) {
            const Index middle = begin + width;
            merge_neighbours(line, begin, middle, size - middle < width ? size : middle + width);
        }
}

// Step 0, s32[20,3]
//   numbers
SORT_STEP void numbers(int32_t* __restrict out) noexcept {
    SORT_UNROLL(1)
    for (int32_t i0 = 0; i0 < 20; ++i0) {
        SORT_UNROLL(3)
        for (int32_t i1 = 0; i1 < 3; ++i1) {
            out[i0 * 3 + i1] = i0;
        }
    }
}

// Step 1, f32[20,3], s32[20,3]
//   sorted
SORT_STEP void sorted(f32_mem* __restrict out0, int32_t* __restrict out1, f32_mem* __restrict scratch) noexcept {
    // What changes its place at once.
    struct element {
        float value0;
        int32_t value1;
    };
    // A line that is sorted, and room for its left runs.
    struct line {
        f32_mem* first0;
        s32_mem* first1;
        f32_mem* aside0;
        s32_mem* aside1;
        element get(int32_t k) const noexcept {
            return element{first0[k * 3], first1[k * 3]};
        }
        void put(int32_t k, const element moved) const noexcept {
            first0[k * 3] = moved.value0;
            first1[k * 3] = moved.value1;
        }
        element get_aside(int32_t k) const noexcept {
            return element{aside0[k], aside1[k]};
        }
        void put_aside(int32_t k, const element moved) const noexcept {
            aside0[k] = moved.value0;
            aside1[k] = moved.value1;
        }
        // Whether a belongs in front of b.
        static bool before(const element a, const element b) noexcept {
            return a.value0 > b.value0;
        }
    };
    SORT_UNROLL(1)
    for (int32_t i = 0; i < 3; ++i) {
        sort_line(line{out0 + i, out1 + i, scratch, static_cast<s32_mem*>(static_cast<void*>(scratch + 10))}, 20, 10);
    }
}

int run(unsigned char* arena, const float* keys, int32_t* out) noexcept {
    f32_mem* const b_sorted = static_cast<f32_mem*>(static_cast<void*>(arena + 0));
    f32_mem* const b_scratch_of_sorted = static_cast<f32_mem*>(static_cast<void*>(arena + 240));
    numbers(out);
    memcpy(b_sorted, keys, 240);
    sorted(b_sorted, out, b_scratch_of_sorted);
    return SORT_OK;
}

// Whether the memory of a context is there.
int check(const sort_context* context) noexcept {
    if (context == nullptr || context->arena == nullptr) return SORT_NO_ARENA;
    if (reinterpret_cast<uintptr_t>(context->arena) % SORT_ARENA_ALIGNMENT != 0) return SORT_MISALIGNED;
    return SORT_OK;
}

} // namespace
} // namespace sort_detail

#ifndef SORT_NO_OWN_ARENA
int sort_run(const float* keys, int32_t* out) noexcept {
    alignas(SORT_ARENA_ALIGNMENT) SORT_ARENA static unsigned char static_arena[SORT_ARENA_BYTES];
    return sort_detail::run(static_arena, keys, out);
}
#endif

int sort_run_in(sort_context* context, const float* keys, int32_t* out) noexcept {
    const int status = sort_detail::check(context);
    if (status != SORT_OK) return status;
    return sort_detail::run(static_cast<unsigned char*>(context->arena), keys, out);
}
